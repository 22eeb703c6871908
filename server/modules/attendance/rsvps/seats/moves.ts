import { SECOND } from '#shared/lib/durations.ts'
import type { EventAccess } from '#server/modules/events/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { movedEvents, rsvps } from './collection.ts'
import { putRsvp } from './transactions.ts'

import { rescheduled, type SeatRules } from './seats.ts'

interface Deps {
  store: Pick<Store, 'find'>
  clock: Clock
  eventAccess: EventAccess
  transactOnSeats: <R>(eventId: string, work: (tx: Transaction) => Promise<R>) => Promise<R>
}

/** RSVPs per transaction: with their index entries, thousands would exceed Firestore's limit. */
const BATCH = 400
const EVENTS_PER_RUN = 100
/** Maximum milliseconds between two batches. */
const LEASE = 30 * SECOND

/** Called in the transaction that moves the event. */
export const leaseMove = (tx: Pick<Transaction, 'put'>, eventId: string, now: number) =>
  tx.put(movedEvents, { id: eventId, leasedUntil: isoInstant(now + LEASE) })

/** Updates RSVPs to the new start of a moved event, in batches. A member's RSVPs are sorted by it. */
export function createMoves({ store, clock, eventAccess, transactOnSeats }: Deps) {
  /** @returns whether there may be more. Safe to run on several replicas at once. */
  const rescheduleBatch = (eventId: string): Promise<boolean> =>
    transactOnSeats(eventId, async (tx) => {
      const event = await eventAccess.nonDraft(tx, eventId)
      const behind = event ? await rsvpsBehind(tx, event) : []
      for (const rsvp of behind) putRsvp(tx, rescheduled(event!, rsvp))
      const isPartial = behind.length === BATCH
      if (isPartial) leaseMove(tx, eventId, clock())
      else tx.delete(movedEvents, eventId)
      return isPartial
    })

  async function rescheduleAll(eventId: string) {
    while (await rescheduleBatch(eventId));
  }

  return {
    /** Called after an event was moved. Resolves after the first batch; the others follow soon. */
    async reschedule(eventId: string) {
      // A job continues after a failure.
      if (await rescheduleBatch(eventId)) void rescheduleAll(eventId).catch(() => {})
    },

    /** Continues after an interrupted process. */
    async finishMoves() {
      const now = isoInstant(clock())
      const { items } = await store.find(movedEvents, { limit: EVENTS_PER_RUN })
      for (const { id, leasedUntil = '' } of items) if (leasedUntil < now) await rescheduleAll(id)
    },
  }
}

/** RSVPs whose start differs from the event's. */
async function rsvpsBehind(tx: Transaction, { id, startsAt }: SeatRules) {
  const query = { where: { event: id }, orderBy: 'startsAt' }
  const earlier = await tx.find(rsvps, { ...query, range: { lt: startsAt }, limit: BATCH })
  const limit = BATCH - earlier.items.length
  if (limit === 0) return earlier.items
  const later = await tx.find(rsvps, { ...query, range: { gt: startsAt }, limit })
  return [...earlier.items, ...later.items]
}
