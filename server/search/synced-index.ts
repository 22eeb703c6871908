import type { Collection, Store, StoredDocument } from '#server/store/port.ts'

import { createSearchIndex, type Entry } from './index.ts'

interface Options<T extends StoredDocument> {
  store: Pick<Store, 'openFeed'>
  collection: Collection<T>
  /** Returns undefined for documents to leave out. */
  entryOf: (document: T) => Entry | undefined
}

/** A search index of a collection, kept in sync by its feed. */
export function createSyncedIndex<T extends StoredDocument>({ store, collection, entryOf }: Options<T>) {
  const index = createSearchIndex()
  const feed = store.openFeed(collection, {
    put(document) {
      const entry = entryOf(document)
      if (entry) index.put(entry)
      else index.remove(document.id)
    },
    remove: index.remove,
    reset: index.clear,
  })
  return () => feed.sync().then(() => index)
}
