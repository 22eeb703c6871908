import { Type } from 'typebox'

import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { defineCollection, type Reader, type Store, type Transaction } from '#server/store/port.ts'

import { rsvps } from './collection.ts'
import { rescheduled, type SeatRules } from './seats.ts'
import { putRsvp } from './transactions.ts'

/** Events that were moved, until all of their RSVPs have the new start. The id is the event's. */
export const movedEvents = defineCollection({
  name: 'moved-events',
  schema: Type.Object({
    id: Type.String(),
    /** ISO instant: until then another replica reschedules them. */
    leasedUntil: Type.Optional(Type.String()),
  }),
})

interface Deps {
  store: Pick<Store, 'find'>
  clock: Clock
  eventOf: (reader: Pick<Reader, 'get'>, id: string) => Promise<SeatRules | undefined>
  transactOnSeats: <R>(eventId: string, work: (tx: Transaction) => Promise<R>) => Promise<R>
}

/** RSVPs in one transaction: with their index entries, thousands would be more than Firestore takes. */
const BATCH = 400
const EVENTS_PER_RUN = 100
/** Milliseconds from one batch to the next. */
const LEASE = 30_000

/** In the transaction that moves the event. */
export const leaseMove = (tx: Pick<Transaction, 'put'>, eventId: string, now: number) =>
  tx.put(movedEvents, { id: eventId, leasedUntil: isoInstant(now + LEASE) })

/** Brings RSVPs to the new start of a moved event, in batches. They sort a member's RSVPs by it. */
export function createMoves({ store, clock, eventOf, transactOnSeats }: Deps) {
  /** @returns whether some may be left. Safe to run on several replicas at once. */
  const rescheduleBatch = (eventId: string): Promise<boolean> =>
    transactOnSeats(eventId, async (tx) => {
      const event = await eventOf(tx, eventId)
      const behind = event ? await rsvpsBehind(tx, event) : []
      for (const rsvp of behind) putRsvp(tx, rescheduled(event!, rsvp), clock())
      const isPartial = behind.length === BATCH
      if (isPartial) leaseMove(tx, eventId, clock())
      else tx.delete(movedEvents, eventId)
      return isPartial
    })

  async function rescheduleAll(eventId: string) {
    while (await rescheduleBatch(eventId));
  }

  return {
    /** Called after an event was moved. The first batch has followed when it resolves, the others soon after. */
    async reschedule(eventId: string) {
      // A job goes on with what is left after a failure.
      if (await rescheduleBatch(eventId)) void rescheduleAll(eventId).catch(() => {})
    },

    /** Goes on with what an interrupted process has left. */
    async finishMoves() {
      const now = isoInstant(clock())
      const { items } = await store.find(movedEvents, { limit: EVENTS_PER_RUN })
      for (const { id, leasedUntil = '' } of items) if (leasedUntil < now) await rescheduleAll(id)
    },
  }
}

/** Those with another start than the event's. */
async function rsvpsBehind(tx: Transaction, { id, startsAt }: SeatRules) {
  const query = { where: { event: id }, orderBy: 'startsAt' }
  const earlier = await tx.find(rsvps, { ...query, range: { lt: startsAt }, limit: BATCH })
  const limit = BATCH - earlier.items.length
  if (limit === 0) return earlier.items
  const later = await tx.find(rsvps, { ...query, range: { gt: startsAt }, limit })
  return [...earlier.items, ...later.items]
}
