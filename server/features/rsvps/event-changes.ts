import type { AccountStateLookup, AccountStates } from '#server/features/connections/types.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Transaction } from '#server/store/port.ts'

import type { AwardedEvent, createAttendanceAwards } from './attendance-awards.ts'
import { type EventSeats, eventSeats } from './collection.ts'
import { leaseMove } from './moves.ts'
import { hasRsvps } from './transactions.ts'
import type { SeatRules } from './seats.ts'
import { assertEnoughSeats, followVisibility, freezeOffers, rescheduleOffers } from './transactions.ts'

type Event = SeatRules & AwardedEvent

interface Deps {
  clock: Clock
  notify: Notify
  accountStates: AccountStates
  attendance: ReturnType<typeof createAttendanceAwards>
  reconcile: (
    tx: Transaction,
    event: Event,
    changes: { accountStateOf: AccountStateLookup; isNewlyLimited: boolean },
  ) => Promise<{ seats: EventSeats }>
}

/** Called before a transaction that changes an event. */
export const createEventChanges =
  ({ clock, notify, accountStates, attendance, reconcile }: Deps) =>
  async () => {
    const accountStateOf = await accountStates()
    /**
     * Applies a change of the event in the same transaction: moves its waitlist up, or freezes its offers. RSVPs to a
     * moved event follow afterwards, by `reschedule` and `finishMoves`.
     * @throws Failure when there would be too few seats
     */
    return async (tx: Transaction, before: Event, event: Event) => {
      if (!(await hasRsvps(tx, event.id))) return
      if (event.status === 'cancelled') {
        await attendance.eventCancelled(tx, event)
        return freezeOffers(tx, event, clock())
      }
      await attendance.eventChanged(tx, before, event)
      if (before.startsAt !== event.startsAt) {
        await rescheduleOffers(tx, event, clock())
        leaseMove(tx, event.id, clock())
      }
      await followVisibility(tx, before, event, clock(), notify)
      const isNewlyLimited = before.capacity === undefined && event.capacity !== undefined
      const { seats } = await reconcile(tx, event, { accountStateOf, isNewlyLimited })
      if (event.capacity === undefined) tx.delete(eventSeats, event.id)
      else await assertEnoughSeats(tx, before, event, seats)
    }
  }
