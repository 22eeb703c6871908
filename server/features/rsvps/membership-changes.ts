import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Reader, Transaction } from '#server/store/port.ts'

import type { RsvpDocument } from './collection.ts'
import type { SeatRules } from './seats.ts'

interface Deps<E extends SeatRules> {
  clock: Clock
  /** The member's RSVPs to events that start at `from` (ISO instant) or later. */
  rsvpsOf: (memberId: string, from: string) => Promise<readonly RsvpDocument[]>
  eventOf: (reader: Pick<Reader, 'get'>, id: string) => Promise<E | undefined>
  transactOnSeats: <R>(eventId: string, work: (tx: Transaction) => Promise<R>) => Promise<R>
  reconcile: (tx: Transaction, event: E) => Promise<unknown>
}

/**
 * For a member who is suspended or active again: seats that are free for those behind them, or for them, need not wait
 * for the next RSVP. Repeating it changes nothing.
 */
export const createMembershipChanged =
  <E extends SeatRules>({ clock, rsvpsOf, eventOf, transactOnSeats, reconcile }: Deps<E>) =>
  async (memberId: string) => {
    const own = await rsvpsOf(memberId, isoInstant(clock()))
    for (const { event: eventId, state } of own) {
      if (state !== 'waitlisted') continue
      await transactOnSeats(eventId, async (tx) => {
        const event = await eventOf(tx, eventId)
        if (event) await reconcile(tx, event)
      })
    }
  }
