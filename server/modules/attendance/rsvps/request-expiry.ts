import { batchesOf } from '#shared/lib/batches.ts'
import { WEEK } from '#shared/lib/durations.ts'
import type { EventAccess } from '#server/modules/events/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { hasEnded, isListed } from '#server/modules/events/events/rules.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { allOf } from '#server/store/all-of.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type RsvpDocument, rsvps } from './seats/collection.ts'
import { withoutSeat } from './seats/seats.ts'
import { putRsvp } from './seats/transactions.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  eventAccess: EventAccess
  transactOnSeats: <R>(eventId: string, work: (tx: Transaction) => Promise<R>) => Promise<R>
}

/** Each is a write; Firestore allows 500 per transaction. */
const BATCH = 200
/** Milliseconds after the end of an event within which its expiry is news. */
const NEWS_FOR = WEEK

/**
 * Ends requests that no organiser answered before their event ended, and notifies the members once. Safe to run on
 * several replicas at once.
 */
export function createRequestExpiry({ store, clock, operations, eventAccess, transactOnSeats }: Deps) {
  const expire = (eventId: string, ids: readonly string[]) =>
    transactOnSeats(eventId, async (tx) => {
      const [event, stored] = await Promise.all([eventAccess.nonDraft(tx, eventId), tx.getMany(rsvps, ids)])
      if (!event || !hasEnded.of(event, clock())) return
      const waiting = stored.filter((rsvp): rsvp is RsvpDocument => rsvp?.state === 'requested')
      const [first] = waiting
      if (!first) return
      for (const rsvp of waiting) putRsvp(tx, { ...withoutSeat(rsvp), requestExpired: true })
      if (!isListed.of(event) || clock() >= Date.parse(event.endsAt) + NEWS_FOR) return
      operations.outbox.notify(tx, {
        topic: 'requestExpired',
        subject: { kind: 'event', id: eventId },
        dedupeKey: `${first.id} ${first.version ?? 0} expired`,
        recipients: waiting.map(({ member }) => member),
        data: { title: event.title },
      })
    })

  return async () => {
    const started = await allOf(store, rsvps, {
      where: { state: 'requested' },
      orderBy: 'startsAt',
      range: { lt: isoInstant(clock()) },
    })
    for (const [eventId, requests] of Map.groupBy(started, ({ event }) => event))
      for (const batch of batchesOf(requests, BATCH))
        await expire(
          eventId,
          batch.map(({ id }) => id),
        )
  }
}
