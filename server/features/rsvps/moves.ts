import { Type } from 'typebox'

import type { Clock } from '#server/lib/clock.ts'
import {
  defineCollection,
  type Query,
  type Reader,
  type Store,
  type Transaction,
} from '#server/store/port.ts'

import { type RsvpDocument, rsvps } from './collection.ts'
import { rescheduled, type SeatRules } from './seats.ts'
import { putRsvp } from './transactions.ts'

/** Events that were moved, until all of their RSVPs have the new start. The id is the event's. */
export const movedEvents = defineCollection({
  name: 'moved-events',
  schema: Type.Object({ id: Type.String() }),
})

interface Deps {
  store: Pick<Store, 'find'>
  clock: Clock
  eventOf: (reader: Pick<Reader, 'get'>, id: string) => Promise<SeatRules | undefined>
  transactOnSeats: <R>(eventId: string, work: (tx: Transaction) => Promise<R>) => Promise<R>
}

/** RSVPs in one transaction: with their index entries, thousands would be more than Firestore takes. */
const BATCH = 200
const EVENTS_PER_RUN = 100

/** Brings RSVPs to the new start of a moved event, in batches. They sort a member's RSVPs by it. */
export function createMoves({ store, clock, eventOf, transactOnSeats }: Deps) {
  /** @returns whether some may be left. Safe to run on several replicas at once. */
  const rescheduleBatch = (eventId: string): Promise<boolean> =>
    transactOnSeats(eventId, async (tx) => {
      const event = await eventOf(tx, eventId)
      const find = async (range: Query<RsvpDocument>['range']) => {
        const query = { where: { event: eventId }, orderBy: 'startsAt', range: range!, limit: BATCH / 2 }
        return (await tx.find(rsvps, query)).items
      }
      const { startsAt = '' } = event ?? {}
      const behind = event ? [...(await find({ lt: startsAt })), ...(await find({ gt: startsAt }))] : []
      for (const rsvp of behind) putRsvp(tx, rescheduled(event!, rsvp), clock())
      if (behind.length === 0) tx.delete(movedEvents, eventId)
      return behind.length > 0
    })

  return {
    rescheduleBatch,

    /** Goes on with what an interrupted process has left. */
    async finishMoves() {
      const { items } = await store.find(movedEvents, { limit: EVENTS_PER_RUN })
      for (const { id } of items) while (await rescheduleBatch(id));
    },
  }
}
