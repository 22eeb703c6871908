import { LRUCache } from 'lru-cache'

import type { Store } from '#server/store/port.ts'

import { type EventSeats, eventSeats, rsvps } from './collection.ts'

const MAX_EVENTS = 2_000

/** How full events are, for display: read from the store once, and again after an RSVP by anyone. */
export function createSeatCounts(store: Pick<Store, 'getMany' | 'openFeed'>) {
  const counts = new LRUCache<string, Promise<EventSeats | undefined>>({ max: MAX_EVENTS })
  /** Whatever changes the counts of an event changes an RSVP to it. */
  const { sync } = store.openFeed(
    rsvps,
    {
      put: ({ event }) => void counts.delete(event),
      // RSVPs are never deleted.
      remove() {},
      reset: () => counts.clear(),
    },
    { from: 'now' },
  )

  function read(ids: readonly string[]) {
    const reading = store.getMany(eventSeats, ids)
    for (const [at, id] of ids.entries()) {
      const seats = reading.then((found) => found[at])
      counts.set(id, seats)
      seats.catch(() => {
        if (counts.peek(id) === seats) counts.delete(id)
      })
    }
  }

  return {
    sync,

    /** For each of the events, at most 500; undefined while nobody has RSVP’d. */
    async of(events: readonly { id: string }[]) {
      await sync()
      const unknown = events.filter(({ id }) => !counts.has(id)).map(({ id }) => id)
      if (unknown.length > 0) read(unknown)
      return Promise.all(events.map(async ({ id }) => counts.get(id)))
    },
  }
}
