import { isDeepStrictEqual } from 'node:util'

import * as m from '#shared/events/messages.ts'
import type {
  EventImport,
  EventImportAnswer,
  EventImportResult,
  ImportedAttendee,
  ImportedEvent,
} from '#shared/events/imports/schema.ts'
import type { EventImportSource } from '#shared/events/imports/rules.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { retryOnContention } from '#server/store/retry-on-contention.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { EventAudit } from '#server/modules/events/events/editing/audit.ts'
import { applyEdit, editOf, type EventDocument, events } from '#server/modules/events/events/collection.ts'
import { mayEdit } from '#server/modules/events/events/rights.ts'
import { isHistory } from '#server/modules/events/events/rules.ts'
import { reachableByEmail } from '#server/modules/events/invitations/queries.ts'
import { type RsvpDocument, rsvps } from '#server/modules/events/rsvps/collection.ts'
import type { RsvpService } from '#server/modules/events/rsvps/service.ts'
import { putRsvp } from '#server/modules/events/rsvps/transactions.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { fold } from '#shared/lib/words.ts'

import { readDetails, timesOf } from './reading.ts'

interface Deps {
  store: Store
  clock: Clock
  eventAudit: EventAudit
  rsvps: RsvpService
}

interface Import {
  actor: Actor
  source: EventImportSource
}

interface Plan extends Pick<EventImportResult, 'outcome' | 'problems'> {
  /** The event as it is or will be; undefined when it is not imported. */
  event?: EventDocument | undefined
}

type Attendees = EventImportResult['attendees']

const NONE: Attendees = { added: 0, already: 0, unknown: 0 }

export type EventImportService = ReturnType<typeof createEventImportService>

/**
 * Imports events from other products. A past event becomes history: completed, without notifications, prestige or
 * requests for feedback. An upcoming one becomes a draft. Importing the same again changes nothing.
 */
export function createEventImportService({ store, clock, eventAudit, rsvps: rsvpService }: Deps) {
  const importOne = (by: Import, item: ImportedEvent, members: ReadonlyMap<string, string>) =>
    retryOnContention(() =>
      store.transact(async (tx) => {
        const before = await tx.get(events, eventIdOf(by, item))
        const plan = planOf(by, item, before, clock())
        const { event, outcome } = plan
        if (!event) return { plan, attendees: NONE, isMoved: false }
        if (event !== before) tx.put(events, event)
        const attendees = await recordAttendees(tx, by.actor, event, item.attendees, members)
        if (event !== before || attendees.added > 0)
          await eventAudit.record(tx, by.actor, event, {
            action: 'event.imported',
            after: { source: by.source, outcome, status: event.status, attendees: attendees.added },
          })
        return { plan, attendees, isMoved: before !== undefined && before.startsAt !== event.startsAt }
      }),
    )

  return {
    async importEvents(actor: Actor, { source, items, preview }: EventImport): Promise<EventImportAnswer> {
      const by = { actor, source }
      if (preview) {
        const stored = await store.getMany(
          events,
          items.map((item) => eventIdOf(by, item)),
        )
        const plans = items.map((item, at) => planOf(by, item, stored[at], clock()))
        return { items: plans.map((plan) => resultOf(plan, NONE)) }
      }
      const emails = items.flatMap(({ attendees }) => attendees.map(addressOf))
      const members = reachableByEmail(await store.views(), actor.id, [...new Set(emails)])
      const results: EventImportResult[] = []
      for (const item of items) {
        const { plan, attendees, isMoved } = await importOne(by, item, members)
        if (isMoved && plan.event && isHistory.of(plan.event))
          await rsvpService.moves.reschedule(plan.event.id)
        results.push(resultOf(plan, attendees))
      }
      return { items: results }
    },
  }
}

/**
 * Equal for the same event of the same organiser. Imports of other organisers are separate, so that no one learns of their drafts.
 */
const eventIdOf = ({ actor, source }: Import, { sourceId, details }: ImportedEvent) =>
  sourceId === undefined
    ? joinedId('import', actor.id, source, 'by title', fold(details?.title ?? ''), details?.startsAt ?? '')
    : joinedId('import', actor.id, source, 'by id', sourceId)

function planOf(by: Import, item: ImportedEvent, before: EventDocument | undefined, now: number): Plan {
  if (before && !mayEdit.of(before, by.actor))
    return { outcome: 'invalid', problems: [{ field: 'event', message: m.importsNotManaged() }] }
  if (!item.details && !before) return { outcome: 'unnamed', problems: [] }
  const { edit, problems } = item.details
    ? readDetails(item.details)
    : { edit: editOf(before!), problems: [] }
  if (problems.length > 0) return { outcome: 'invalid', problems }
  const at = isoInstant(now)
  const status = Date.parse(edit.endsAt) <= now ? 'completed' : 'draft'
  const imported = { source: by.source, at }
  if (!before) {
    const event: EventDocument = {
      ...edit,
      id: eventIdOf(by, item),
      version: 1,
      sequence: 0,
      status,
      createdBy: by.actor.id,
      createdAt: at,
      changedAt: at,
      imported,
    }
    return { outcome: 'created', problems: [], event }
  }
  const isUntouched = before.changedAt === before.imported?.at
  const isEnding = isUntouched && before.status === 'draft' && status === 'completed'
  if (isDeepStrictEqual(editOf(before), edit) && !isEnding)
    return { outcome: 'unchanged', problems: [], event: before }
  // Attendees who are recorded cannot belong to a draft.
  if (!isUntouched || (before.status === 'completed' && status === 'draft'))
    return { outcome: 'kept', problems: [{ field: 'event', message: m.importsKeptText() }], event: before }
  const event = {
    ...applyEdit(before, edit),
    version: before.version + 1,
    sequence: before.sequence + 1,
    status,
    changedAt: at,
    imported,
  } satisfies EventDocument
  return { outcome: 'updated', problems: [], event }
}

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

const resultOf = ({ outcome, problems, event }: Plan, attendees: Attendees): EventImportResult => ({
  outcome,
  problems,
  event: event && { id: event.id, title: event.title, status: event.status },
  recordsAttendees: event !== undefined && isHistory.of(event),
  attendees,
})
