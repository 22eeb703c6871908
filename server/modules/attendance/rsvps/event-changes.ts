import type { Operations } from '#server/modules/operations/module.ts'
import type { AccountStateLookup } from '#server/modules/people/relationships/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Transaction } from '#server/store/port.ts'
import { allOf } from '#server/store/all-of.ts'

import type { AwardedEvent, createAttendanceAwards } from './attendance-awards.ts'
import { type EventSeats, eventSeats, type RsvpDocument, rsvps } from './seats/collection.ts'
import type { RsvpChange, SeatOutcome } from './seats/reconcile-seats.ts'
import { leaseMove } from './seats/moves.ts'
import { hasRsvps } from './seats/transactions.ts'
import { canTakeSeat, type SeatRules } from './seats/seats.ts'
import {
  assertEnoughSeats,
  freezeOrRenewOffers,
  freezeOffers,
  rescheduleOffers,
} from './seats/transactions.ts'

type ChangedEvent = SeatRules & AwardedEvent

interface Deps {
  clock: Clock
  operations: Operations
  attendance: ReturnType<typeof createAttendanceAwards>
  reconcile: (
    tx: Transaction,
    event: ChangedEvent,
    changes: {
      accountStateOf: AccountStateLookup
      isEdited: true
      isNewlyLimited: boolean
      rsvpChanges: readonly RsvpChange[]
    },
  ) => Promise<{ seats: EventSeats; outcomes: readonly SeatOutcome[] }>
}

interface Change {
  before: ChangedEvent
  after: ChangedEvent
  doneBy: string | undefined
  accountStateOf: AccountStateLookup
}

export function createEventChanges({ clock, operations, attendance, reconcile }: Deps) {
  return {
    /**
     * Applies a change of an event in the same transaction: promotes its waitlist, accepts the requests to an event
     * that becomes open, or freezes offers. RSVPs to a moved event are updated afterwards, by `reschedule` and
     * `finishMoves`.
     * @throws Failure when there would be too few seats
     */
    async eventChanged(tx: Transaction, { before, after: event, doneBy = '', accountStateOf }: Change) {
      if (!(await hasRsvps(tx, event.id))) return
      await attendance.eventChanged(tx, before, event)
      if (before.startsAt !== event.startsAt) {
        await rescheduleOffers(tx, event)
        leaseMove(tx, event.id, clock())
      }
      await freezeOrRenewOffers(tx, before, event, clock(), operations.outbox.notify)
      const isNewlyLimited = before.capacity === undefined && event.capacity !== undefined
      const isOpened = isOpen(event) && !isOpen(before)
      const waiting = isOpened ? await requestsTo(tx, event.id) : []
      const rsvpChanges = waiting
        .filter(canTakeSeat(accountStateOf))
        .map((request) => ({ before: request, edit: { kind: 'accept' as const, by: doneBy } }))
      const changes = { accountStateOf, isEdited: true as const, isNewlyLimited, rsvpChanges }
      const { seats, outcomes } = await reconcile(tx, event, changes)
      notifyOfAcceptance(tx, event, outcomes, doneBy)
      if (event.capacity === undefined) tx.delete(eventSeats, event.id)
      else await assertEnoughSeats(tx, before, event, seats)
    },

    /** Removes the points for attendance, and freezes offers. RSVPs stay as they are. */
    async eventCancelled(tx: Transaction, { after: event }: Change) {
      if (!(await hasRsvps(tx, event.id))) return
      await attendance.eventCancelled(tx, event)
      await freezeOffers(tx, event, clock())
    },
  }

  /** One domain event for everyone who got a seat, and one for the waitlist. */
  function notifyOfAcceptance(
    tx: Transaction,
    { id, title, hidden }: ChangedEvent,
    outcomes: readonly SeatOutcome[],
    doneBy: string,
  ) {
    if (hidden?.event) return
    const accepted = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value.mine] : [],
    )
    for (const [state, [first, ...others]] of Map.groupBy(accepted, (rsvp) => rsvp.state))
      operations.outbox.notify(tx, {
        topic: 'requestAccepted',
        subject: { kind: 'event', id },
        dedupeKey: `${first!.id} ${first!.version ?? 0} opened`,
        recipients: [first!, ...others].map(({ member }) => member),
        doneBy,
        data: { title, state },
      })
  }
}

const isOpen = ({ joinMode = 'open' }: ChangedEvent) => joinMode === 'open'

/** Requests in the order in which they came. */
async function requestsTo(tx: Transaction, event: string): Promise<RsvpDocument[]> {
  const found = await allOf(tx, rsvps, {
    where: { event, state: 'requested' },
    orderBy: 'guests',
    direction: 'desc',
  })
  return found.toSorted((a, b) => (`${a.answeredAt} ${a.member}` < `${b.answeredAt} ${b.member}` ? -1 : 1))
}
