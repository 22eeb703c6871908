import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Collection, Scalar, Store, StoredDocument } from '#server/store/port.ts'

import { createSearchIndex, type Entry } from './index.ts'

const FRESH_FOR = 1_000
/** How long after its `changedAt` a write can become visible: slow commits and clock differences. */
const MAX_DELAY = 60_000
const PAGE = 500

interface Tracked extends StoredDocument {
  /** ISO instant of its last change; the collection has an index ordered by it. */
  changedAt: string
}

interface Deps<T extends Tracked> {
  store: Pick<Store, 'find'>
  clock: Clock
  collection: Collection<T>
}

interface Options {
  /** Restricts the feed to documents with these values, which must never change. Needs an index with `changedAt`. */
  where?: Readonly<Record<string, Scalar>>
  /** The field that the first read is ordered by, where old documents have no `changedAt` before they are migrated. */
  firstReadBy?: string
  /** Maximum age of a sync in milliseconds. 0: every sync includes all earlier commits. */
  freshFor?: number
}

/**
 * A search index that is synced with a collection.
 * @param entryOf returns undefined for documents to leave out
 */
export function createSyncedIndex<T extends Tracked>({
  entryOf,
  ...deps
}: Deps<T> & { entryOf: (document: T) => Entry | undefined }) {
  const index = createSearchIndex()
  const { sync, changed, removed } = createChangeFeed({
    ...deps,
    apply(id, document) {
      const entry = document && entryOf(document)
      if (entry) index.put(entry)
      else index.remove(id)
    },
  })
  return { changed, removed, index: () => sync().then(() => index) }
}

/**
 * Applies every document of a collection on the first sync, and later each one that changed, reading at most once a
 * second by default. The same state can be applied twice. The store does not report what another process deleted: a
 * caller that reads an id and finds nothing has to call `removed`.
 * @param apply without a document: it was deleted
 */
export function createChangeFeed<T extends Tracked>({
  store,
  clock,
  collection,
  where = {},
  firstReadBy = 'changedAt',
  freshFor = FRESH_FOR,
  apply,
}: Deps<T> & Options & { apply: (id: string, document?: T) => void }) {
  /** `changedAt` of recently applied documents, so that a read in flight cannot restore an older state. */
  const applied = new Map<string, string>()
  let readAt: number | undefined
  let reading: Promise<void> | undefined

  function changed(document: T) {
    const latest = applied.get(document.id)
    if (latest !== undefined && document.changedAt < latest) return
    applied.set(document.id, document.changedAt)
    apply(document.id, document)
  }

  async function readChanges() {
    const startedAt = clock()
    const ordered =
      readAt === undefined
        ? { orderBy: firstReadBy }
        : { orderBy: 'changedAt', range: { gte: isoInstant(readAt - MAX_DELAY) } }
    let cursor: string | undefined
    do {
      const page = await store.find(collection, {
        where,
        ...ordered,
        limit: PAGE,
        ...(cursor && { cursor }),
      })
      for (const document of page.items) changed(document)
      cursor = page.next
      if (cursor) await yieldToOthers()
    } while (cursor)
    readAt = startedAt
    for (const [id, changedAt] of applied)
      if (changedAt < isoInstant(startedAt - MAX_DELAY)) applied.delete(id)
  }

  return {
    async sync(): Promise<void> {
      // A read in flight may have started before a write that the caller knows of.
      await reading
      if (reading === undefined && (readAt === undefined || clock() - readAt >= freshFor)) {
        reading = readChanges().finally(() => (reading = undefined))
      }
      await reading
    },

    /** Call after each committed write of this process, so that its author sees it. */
    changed,

    /** Call for deleted documents, whichever process deleted them. Ids are never reused. */
    removed(ids: readonly string[]) {
      for (const id of ids) {
        applied.set(id, isoInstant(clock()))
        apply(id)
      }
    },
  }
}
