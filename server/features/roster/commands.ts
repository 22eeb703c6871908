import { REASON_RULE, type RosterPlace, type RsvpState } from '#shared/event-rules.ts'
import type { RosterCandidate, RosterOutcome } from '#shared/roster.ts'
import type { MemberCard } from '#shared/members.ts'
import { visibleLength } from '#shared/visible-length.ts'
import type { AuditEvent, ManagedEvent, ManagedIn } from '#server/features/events/types.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import type { RosterCommand, RsvpAt } from '#server/features/rsvps/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { invalidFields } from '#server/lib/failure.ts'
import { paragraphs } from '#server/lib/plain-text.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

export interface CommandDeps {
  store: Pick<Store, 'get' | 'getMany'>
  notify: Notify
  managedIn: ManagedIn
  auditEvent: AuditEvent
  /** @throws Failure unless the member is active and no block separates the two */
  assertReachable: (tx: Transaction, actor: Actor, memberId: string) => Promise<void>
  commandRsvp: (
    given: { eventId: string; memberId: string; version: number; command: RosterCommand },
    hooks: {
      assertAllowed: (tx: Transaction) => Promise<unknown>
      onChange: (tx: Transaction, change: { before: RsvpAt; after: RsvpAt }) => Promise<void>
    },
  ) => Promise<RsvpAt>
  /** Members whom the viewer finds in the directory. */
  searchMembers: (viewerId: string, text: string, limit: number) => Promise<readonly MemberCard[]>
  /** By member, of those who RSVP’d. */
  rsvpsTo: (
    reader: Pick<Reader, 'getMany'>,
    eventId: string,
    memberIds: readonly string[],
  ) => Promise<ReadonlyMap<string, RsvpAt>>
}

interface About {
  eventId: string
  memberId: string
  /** Of the RSVP that the actor saw; 0 without one. */
  version: number
}

const MAX_CANDIDATES = 8

export type RosterCommands = ReturnType<typeof createRosterCommands>

/** What organisers and admins do about single people on a roster. Each command can be repeated. */
export function createRosterCommands(deps: CommandDeps) {
  const { store, notify, managedIn, auditEvent, assertReachable, commandRsvp } = deps
  const { searchMembers, rsvpsTo } = deps

  async function run(actor: Actor, { eventId, memberId, version }: About, command: RosterCommand) {
    let event: ManagedEvent
    const after = await commandRsvp(
      { eventId, memberId, version, command },
      {
        async assertAllowed(tx) {
          event = await managedIn(tx, actor, eventId)
          await assertReachable(tx, actor, memberId)
        },
        async onChange(tx, change) {
          notifyMember(tx, event, { memberId, version, command, state: change.after.state })
          const fact = {
            action: ACTIONS[command.kind],
            target: memberId,
            ...(command.reason && { reason: command.reason }),
          }
          await auditEvent(tx, actor, event, {
            ...fact,
            before: stateOf(change.before),
            after: stateOf(change.after),
          })
        },
      },
    )
    return { state: after.state, version: after.version ?? 0 } satisfies RosterOutcome
  }

  /** The seat rules notify those who are promoted, like anyone who gets a seat. */
  function notifyMember(
    tx: Transaction,
    { id, title }: ManagedEvent,
    {
      memberId,
      version,
      command,
      state,
    }: { memberId: string; version: number; command: RosterCommand; state: RsvpState },
  ) {
    if (command.kind === 'promote') return
    const subject = { kind: 'event', id } as const
    const about = { subject, occurrence: `${id} ${memberId} ${version}`, recipients: [memberId] }
    const { by, reason = '' } = command
    if (command.kind === 'remove')
      notify(tx, { ...about, topic: 'removedFromEvent', doneBy: by, data: { title, reason } })
    else notify(tx, { ...about, topic: 'addedToEvent', actor: by, data: { title, state } })
  }

  return {
    /** Up to 8 members by name, company or headline, each with the RSVP so far. */
    async candidates(actor: Actor, eventId: string, text: string): Promise<RosterCandidate[]> {
      await managedIn(store, actor, eventId)
      const found = await searchMembers(actor.id, text, MAX_CANDIDATES)
      const answers = await rsvpsTo(
        store,
        eventId,
        found.map(({ id }) => id),
      )
      return found.map((member) => {
        const rsvp = answers.get(member.id)
        return { member, version: rsvp?.version ?? 0, ...(rsvp && { state: rsvp.state }) }
      })
    },

    add: (actor: Actor, about: About, place: RosterPlace) =>
      run(actor, about, { kind: 'add', by: actor.id, place }),

    async remove(actor: Actor, about: About, text: string) {
      return run(actor, about, { kind: 'remove', by: actor.id, reason: reasonFrom(text) })
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

const ACTIONS: Readonly<Record<RosterCommand['kind'], string>> = {
  add: 'event.member_added',
  remove: 'event.member_removed',
  promote: 'event.member_promoted',
}

/** For the audit log. */
const stateOf = ({ event, state, guests }: RsvpAt) => ({ event, state, guests })

function reasonFrom(text: string) {
  const reason = paragraphs(text)
  if (visibleLength(reason) < 3) throw invalidFields({ reason: REASON_RULE })
  return reason
}
