import { EVENT_LIMITS, reasonRule, type RosterPlace, type RsvpState } from '#shared/events/rules.ts'
import type { RequestDecline, RosterCandidate, RosterOutcome } from '#shared/programme/roster.ts'
import { isGuestId } from '#shared/people/guest-id.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import type { EventAccess, EventAudit, EventDocument } from '#server/modules/events/types.ts'
import type { OrganiserCommand, RsvpDocument, RsvpService } from '#server/modules/attendance/types.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { invalidFields, notFound } from '#server/lib/failure.ts'
import { paragraphs } from '#server/lib/text/plain-text.ts'
import type { Store, Transaction } from '#server/store/port.ts'

interface Deps {
  store: Pick<Store, 'get' | 'getMany'>
  operations: Operations
  people: People
  eventAccess: EventAccess
  eventAudit: EventAudit
  rsvps: RsvpService
}

interface About {
  eventId: string
  memberId: string
  /** Version of the RSVP that the actor saw; 0 without one. */
  version: number
}

const MAX_CANDIDATES = 8

export type RosterCommands = ReturnType<typeof createRosterCommands>

/** Commands of organisers and admins on single people on a roster. Each can be repeated. */
export function createRosterCommands({ store, operations, people, eventAccess, eventAudit, rsvps }: Deps) {
  const { notify } = operations.outbox

  async function run(
    actor: Actor,
    { eventId, memberId, version }: About,
    command: OrganiserCommand,
    { isSilent = false } = {},
  ) {
    let event: EventDocument
    const after = await rsvps.command(
      { eventId, memberId, version, command },
      {
        async assertAllowed(tx) {
          event = await eventAccess.editableIn(tx, actor, eventId)
          if (isGuestId(memberId)) await assertKnown(tx, eventId, memberId)
          else await eventAccess.assertReachable(tx, actor, memberId)
        },
        async onChange(tx, change) {
          if (!isSilent) notifyMember(tx, event, { memberId, version, command, state: change.after.state })
          const fact = {
            action: ACTIONS[command.kind],
            target: memberId,
            reason: command.reason || undefined,
          }
          await eventAudit.record(tx, actor, event, {
            ...fact,
            before: stateOf(change.before),
            after: stateOf(change.after),
          })
        },
      },
    )
    return { state: after.state, version: after.version ?? 0 } satisfies RosterOutcome
  }

  /** Guests without an account are on the roster once they have answered. */
  async function assertKnown(tx: Transaction, eventId: string, guestId: string) {
    const known = await rsvps.reader.rsvpsTo(tx, eventId, [guestId])
    if (known.size === 0) throw notFound('member')
  }

  /** The seat rules notify promoted members, like anyone who gets a seat. */
  function notifyMember(
    tx: Transaction,
    { id, title }: EventDocument,
    {
      memberId,
      version,
      command,
      state,
    }: { memberId: string; version: number; command: OrganiserCommand; state: RsvpState },
  ) {
    if (command.kind === 'promote') return
    const subject = { kind: 'event', id } as const
    const about = { subject, dedupeKey: `${id} ${memberId} ${version}`, recipients: [memberId] }
    const { by, reason = '' } = command
    if (command.kind === 'add')
      return notify(tx, { ...about, topic: 'addedToEvent', actor: by, data: { title, state } })
    notify(tx, { ...about, topic: TOPICS[command.kind], doneBy: by, data: { title, reason, state } })
  }

  return {
    /** Up to 8 members by name, each with their current RSVP. */
    async candidates(actor: Actor, eventId: string, text: string): Promise<RosterCandidate[]> {
      await eventAccess.editableIn(store, actor, eventId)
      const { items: found } = await people.directory.find(actor, {
        q: text,
        namesOnly: true,
        rows: MAX_CANDIDATES,
      })
      const answers = await rsvps.reader.rsvpsTo(
        store,
        eventId,
        found.map(({ id }) => id),
      )
      return found.map((member) => {
        const rsvp = answers.get(member.id)
        return { member, version: rsvp?.version ?? 0, state: rsvp?.state }
      })
    },

    add: (actor: Actor, about: About, place: RosterPlace) =>
      run(actor, about, { kind: 'add', by: actor.id, place }),

    async remove(actor: Actor, about: About, text: string) {
      return run(actor, about, { kind: 'remove', by: actor.id, reason: reasonFrom(text) })
    },

    /** The seat rules decide between a seat and the waitlist. */
    accept: (actor: Actor, about: About) => run(actor, about, { kind: 'accept', by: actor.id }),

    async decline(actor: Actor, about: About, { note = '', silent = false }: RequestDecline) {
      const reason = silent ? '' : paragraphs(note)
      const command = { kind: 'decline', by: actor.id, reason: reason || undefined } as const
      return run(actor, about, command, { isSilent: silent })
    },

    async promote(
      actor: Actor,
      about: About,
      { reason: text, aboveLimit }: { reason: string; aboveLimit: boolean },
    ) {
      return run(actor, about, { kind: 'promote', by: actor.id, reason: reasonFrom(text), aboveLimit })
    },
  }
}

const ACTIONS: Readonly<Record<OrganiserCommand['kind'], string>> = {
  add: 'event.member_added',
  remove: 'event.member_removed',
  promote: 'event.member_promoted',
  accept: 'event.request_accepted',
  decline: 'event.request_declined',
}

const TOPICS = {
  remove: 'removedFromEvent',
  accept: 'requestAccepted',
  decline: 'requestDeclined',
} as const

/** State for the audit log. */
const stateOf = ({ event, state, guests }: RsvpDocument) => ({ event, state, guests })

function reasonFrom(text: string) {
  const reason = paragraphs(text)
  if (visibleLength(reason) < EVENT_LIMITS.reason.min) throw invalidFields({ reason: reasonRule() })
  return reason
}
