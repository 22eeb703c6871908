import { createSearchIndex } from '#server/search/index.ts'
import type { Store } from '#server/store/port.ts'

import { type EventDocument, events } from './collection.ts'
import { indexEntryOf } from './listing.ts'

/** Descriptions are long, and only the event's own page shows them. */
export type ListedEvent = Omit<EventDocument, 'description'>

/** All events in memory, for lists. Their own pages and commands read the store. */
export function createEventReadModel(store: Pick<Store, 'openFeed'>) {
  const index = createSearchIndex()
  const listed = new Map<string, ListedEvent>()

  function remove(id: string) {
    listed.delete(id)
    index.remove(id)
  }

  const { sync } = store.openFeed(events, {
    put(stored) {
      const { description: _, ...event } = stored
      listed.set(event.id, event)
      index.put(indexEntryOf(event))
    },
    remove,
    reset: () => [...listed.keys()].forEach(remove),
  })
  return {
    index: () => sync().then(() => index),
    everything: () => sync().then(() => ({ index, eventOf: (id: string) => listed.get(id) })),
    /** In the order of `ids`, without absent ones. */
    listed: (ids: readonly string[]) =>
      sync().then(() => ids.map((id) => listed.get(id)).filter((event) => event !== undefined)),
  }
}
