import { LRUCache } from 'lru-cache'

import type { Reader, Store } from '#server/store/port.ts'

import { type EventSeats, eventSeats, rsvps } from './collection.ts'
import type { SeatRules } from './seats.ts'

type CountedEvent = Pick<SeatRules, 'id' | 'capacity'>
/** Seats are held only where there is a limit. */
type Counts = (Pick<EventSeats, 'going' | 'waiting'> & { held?: number }) | undefined

const MAX_EVENTS = 2_000

/** How full events are, for display: read from the store once, and again after an RSVP by anyone. */
export function createSeatCounts(store: Pick<Store, 'getMany' | 'find' | 'count' | 'openFeed'>) {
  const counts = new LRUCache<string, Promise<Counts>>({ max: MAX_EVENTS })
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

  function keep(id: string, reading: Promise<Counts>) {
    counts.set(id, reading)
    reading.catch(() => {
      if (counts.peek(id) === reading) counts.delete(id)
    })
  }

  /** Of an event without a limit, whose counts are not stored: some five reads, and one for each 1,000 RSVPs. */
  async function countRsvps(event: string): Promise<Counts> {
    const inState = (state: string, leastGuests = 0) =>
      store.count(rsvps, { where: { event, state }, orderBy: 'guests', range: { gte: leastGuests } })
    const [anyone, waiting, most] = await Promise.all([
      hasRsvps(store, event),
      inState('waitlisted'),
      store.find(rsvps, {
        where: { event, state: 'going' },
        orderBy: 'guests',
        direction: 'desc',
        limit: 1,
      }),
    ])
    if (!anyone) return undefined
    // With n guests someone is among those with at least 0, 1, … n: as often as they take seats.
    const parties = Array.from({ length: 1 + (most.items[0]?.guests ?? -1) }, (_, guests) =>
      inState('going', guests),
    )
    return { going: (await Promise.all(parties)).reduce((sum, some) => sum + some, 0), waiting }
  }

  function read(events: readonly CountedEvent[]) {
    for (const { id, capacity } of events) if (capacity === undefined) keep(id, countRsvps(id))
    const ids = events.flatMap(({ id, capacity }) => (capacity === undefined ? [] : [id]))
    const reading = ids.length > 0 ? store.getMany(eventSeats, ids) : Promise.resolve([])
    for (const [at, id] of ids.entries()) {
      const seats = reading.then((found) => found[at])
      keep(id, seats)
    }
  }

  return {
    sync,

    /** For each of the events, at most 500; undefined while nobody has RSVP’d. */
    async of(events: readonly CountedEvent[]): Promise<Counts[]> {
      await sync()
      const unknown = events.filter(({ id }) => !counts.has(id))
      if (unknown.length > 0) read(unknown)
      return Promise.all(events.map(async ({ id }) => counts.get(id)))
    },
  }
}

/** Whether anyone has ever RSVP’d. */
export async function hasRsvps(reader: Pick<Reader, 'find'>, event: string) {
  const { items } = await reader.find(rsvps, { where: { event }, limit: 1 })
  return items.length > 0
}
