import { isDeepStrictEqual } from 'node:util'

import type { EventImportResult, ImportedAttendee, ImportedEvent } from '#shared/events/imports.ts'
import { CHECK_IN_CLOSES, CHECK_IN_OPENS } from '#shared/events/rules.ts'
import type { EventEdit } from '#shared/events/schema.ts'
import type { EventDocument } from '#server/modules/events/types.ts'
import type { Actor } from '#server/modules/actor.ts'
import { instantOf, isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { isHistory } from '#server/modules/events/events/rules.ts'
import { reachableByEmail } from '#server/modules/attendance/invitations/queries.ts'
import { type RsvpDocument, rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { putRsvp } from '#server/modules/attendance/rsvps/seats/transactions.ts'
import type { Store, Transaction } from '#server/store/port.ts'

type Attendees = EventImportResult['attendees']

const NONE: Attendees = { added: 0, already: 0, unknown: 0 }

/** Attendees of files of other products. */
export const createImportedAttendees = ({ store }: { store: Pick<Store, 'views'> }) => ({
  /** Members whom the actor can invite, by the addresses of the attendees. */
  async membersOf(actor: Actor, items: readonly ImportedEvent[]): Promise<ReadonlyMap<string, string>> {
    const emails = items.flatMap(({ attendees }) => attendees.map(addressOf))
    return reachableByEmail(await store.views(), actor.id, [...new Set(emails)])
  },

  record: recordAttendees,
})

/** Records members who came to a past event. Addresses of others are counted, and not stored. */
async function recordAttendees(
  tx: Transaction,
  actor: Actor,
  event: EventDocument,
  attendees: readonly ImportedAttendee[],
  members: ReadonlyMap<string, string>,
): Promise<Attendees> {
  if (!isHistory.of(event)) return NONE
  const known = new Map(
    attendees.flatMap((attendee) => {
      const member = members.get(addressOf(attendee))
      return member ? [[member, attendee] as const] : []
    }),
  )
  const ids = [...known.keys()].map((member) => joinedId(event.id, member))
  const stored = ids.length > 0 ? await tx.getMany(rsvps, ids) : []
  let added = 0
  for (const [at, [member, attendee]] of [...known].entries()) {
    const before = stored[at]
    const after = rsvpOf(event, member, attendee, { actor, before })
    if (!before) added += 1
    if (!isDeepStrictEqual(before, after)) putRsvp(tx, after)
  }
  return { added, already: known.size - added, unknown: attendees.length - known.size }
}

/** A file without check-ins does not remove those of an earlier one. */
function rsvpOf(
  event: EventDocument,
  member: string,
  attendee: ImportedAttendee,
  { actor, before }: { actor: Actor; before: RsvpDocument | undefined },
): RsvpDocument {
  const { answeredAt, checkedInAt = before?.checkedInAt } = timesOf(attendee, event)
  return {
    ...(before?.version !== undefined && { version: before.version }),
    id: joinedId(event.id, member),
    event: event.id,
    member,
    state: 'going',
    guests: attendee.guests,
    ticket: Date.parse(answeredAt),
    answeredAt,
    // The organiser put them on the roster, so they count for no one's prestige.
    command: before?.command ?? { kind: 'add', by: actor.id, place: 'aboveLimit' },
    ...(checkedInAt !== undefined && { checkedInAt, checkedInBy: before?.checkedInBy ?? actor.id }),
    startsAt: event.startsAt,
  }
}

const addressOf = ({ email }: ImportedAttendee) => email.trim().toLowerCase()

/** Times of an RSVP to a past event. Equal input leads to equal times. */
export function timesOf(
  { answeredAt, checkedInAt }: ImportedAttendee,
  { startsAt, endsAt }: Pick<EventEdit, 'startsAt' | 'endsAt'>,
) {
  const answered = instantOf(answeredAt) ?? startsAt
  const arrived = Date.parse(instantOf(checkedInAt) ?? startsAt)
  const isPossible =
    arrived >= Date.parse(startsAt) - CHECK_IN_OPENS && arrived <= Date.parse(endsAt) + CHECK_IN_CLOSES
  return {
    answeredAt: answered < startsAt ? answered : startsAt,
    checkedInAt: checkedInAt === undefined ? undefined : isPossible ? isoInstant(arrived) : startsAt,
  }
}
