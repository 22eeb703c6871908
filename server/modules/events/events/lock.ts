import type { KeyedMutex } from '#server/lib/concurrency/keyed-mutex.ts'
import type { Store } from '#server/store/port.ts'

/** Mutex per event id, held by every seat change, so that requests are served in the order in which they arrive. */
export const createEventLock =
  (store: Pick<Store, 'withLock'>): KeyedMutex =>
  (eventId, work) =>
    store.withLock(`event-${eventId}`, work)
