import { isDeepStrictEqual } from 'node:util'

import type { EventAccess, EventDocument } from '#server/modules/events/types.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { AccountStateLookup } from '#server/modules/people/relationships/types.ts'
import type { People } from '#server/modules/people/module.ts'
import { allOf } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound, stale } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Transaction } from '#server/store/port.ts'

import { type OrganiserCommand, type RsvpDocument, rsvps, waitlistPromotions } from './seats/collection.ts'
import type { RsvpChange, SeatOutcome } from './seats/reconcile-seats.ts'
import { newRsvp, type SeatRules } from './seats/seats.ts'
import { notifyOfSeat } from './seats/transactions.ts'

/** How commands change the seats of an event. */
export interface SeatWork {
  transactOnSeats: <R>(eventId: string, work: (tx: Transaction) => Promise<R>) => Promise<R>
  applyChanges: (
    tx: Transaction,
    event: EventDocument,
    changes: { rsvpChanges: readonly RsvpChange[]; accountStateOf: AccountStateLookup },
  ) => Promise<SeatOutcome[]>
}

interface Deps extends SeatWork {
  clock: Clock
  operations: Operations
  people: People
  eventAccess: EventAccess
}

interface Given {
  eventId: string
  memberId: string
  /** Version of the RSVP that the organiser saw; 0 without one. */
  version: number
  command: OrganiserCommand
}

interface Hooks {
  /** Throws when the organiser is not allowed to do this. Called in the same transaction, perhaps more than once. */
  assertAllowed: (tx: Transaction) => Promise<unknown>
  /** Further writes of a change, in the same transaction. */
  onChange: (tx: Transaction, change: { before: RsvpDocument; after: RsvpDocument }) => Promise<void>
}

/**
 * An organiser's command on one RSVP. Repeating it after a lost response succeeds and changes nothing.
 * @throws Failure 412 when the RSVP has changed since the organiser saw it; 409 when the command is not possible
 */
export function createSeatCommand(deps: Deps) {
  const { clock, operations, people, eventAccess, transactOnSeats, applyChanges } = deps
  const { notify } = operations.outbox

  /** Stores the reason for members who waited longer, and notifies them. Reads the whole waitlist. */
  async function recordPromotion(tx: Transaction, event: SeatRules, rsvp: RsvpDocument) {
    const { id, ticket = 0, member, command } = rsvp
    const { reason = '', by = '' } = command ?? {}
    const at = isoInstant(clock())
    const key = joinedId(id, String(ticket))
    tx.put(waitlistPromotions, { id: key, event: event.id, member, ticket, reason, by, at })
    if (member !== by) notifyOfSeat(tx, event, rsvp, notify)
    const passedOver = await allOf(tx, rsvps, {
      where: { event: event.id, state: 'waitlisted' },
      orderBy: 'ticket',
      range: { lt: ticket },
    })
    if (passedOver.length === 0) return
    notify(tx, {
      topic: 'passedOver',
      subject: { kind: 'event', id: event.id },
      dedupeKey: key,
      recipients: passedOver.map((each) => each.member),
      doneBy: by,
      data: { title: event.title, reason },
    })
  }

  return async ({ eventId, memberId, version, command }: Given, { assertAllowed, onChange }: Hooks) => {
    const accountStateOf = await people.members.accountStates()
    return transactOnSeats(eventId, async (tx) => {
      await assertAllowed(tx)
      const event = await eventAccess.nonDraft(tx, eventId)
      if (!event) throw notFound('event')
      const id = joinedId(eventId, memberId)
      const before = (await tx.get(rsvps, id)) ?? newRsvp(id, event, memberId)
      if (before.version === version + 1 && isDeepStrictEqual(before.command, command)) return before
      const [outcome] = await applyChanges(tx, event, {
        rsvpChanges: [{ before, edit: command }],
        accountStateOf,
      })
      if (outcome?.status !== 'fulfilled') throw outcome?.reason
      const after = outcome.value.mine
      if (after === before) return before
      if ((before.version ?? 0) !== version) throw stale('RSVP')
      if (command.kind === 'promote') await recordPromotion(tx, event, after)
      await onChange(tx, { before, after })
      return { ...after, version: version + 1 }
    })
  }
}
