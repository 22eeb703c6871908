import { setImmediate as turnOfOthers } from 'node:timers/promises'

import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Collection, Scalar, Store, StoredDocument } from '#server/store/port.ts'

import { createSearchIndex, type Entry } from './index.ts'

const FRESH_FOR = 1_000
/** A write may commit, or another machine's clock stand, this much behind its `changedAt`. */
const LATE_BY = 60_000
const PAGE = 500

interface Followed extends StoredDocument {
  /** ISO instant of its last change; the collection has an index ordered by it. */
  changedAt: string
}

interface Deps<T extends Followed> {
  store: Pick<Store, 'find'>
  clock: Clock
  collection: Collection<T>
}

interface Part {
  /** Only what has these values, which never change; the collection has an index of them with `changedAt`. */
  where?: Readonly<Record<string, Scalar>>
  /** The field that the first read is ordered by, where old documents have no `changedAt` before they are migrated. */
  firstReadBy?: string
  /** How old an answer may be, in milliseconds; 0: each sees what was committed before it asked. */
  freshFor?: number
}

/**
 * A search index in step with a collection.
 * @param entryOf `undefined`: not to be found
 */
export function createSyncedIndex<T extends Followed>({
  entryOf,
  ...deps
}: Deps<T> & { entryOf: (document: T) => Entry | undefined }) {
  const index = createSearchIndex()
  const { sync, ...told } = createChangeFeed({
    ...deps,
    apply(id, document) {
      const entry = document && entryOf(document)
      if (entry) index.put(entry)
      else index.remove(id)
    },
  })
  return { ...told, index: () => sync().then(() => index) }
}

/**
 * Passes on every document of a collection, and then each that changes: all when it is asked for the first time,
 * later what is new since, at most once a second unless told. The same state may be passed on again. Nothing in the
 * store tells of what another process deleted: whoever reads by an id and finds nothing has to say so, with `gone`.
 * @param apply without a document: it is gone
 */
export function createChangeFeed<T extends Followed>({
  store,
  clock,
  collection,
  where = {},
  firstReadBy = 'changedAt',
  freshFor = FRESH_FOR,
  apply,
}: Deps<T> & Part & { apply: (id: string, document?: T) => void }) {
  /** What was applied lately, so that an answer on its way cannot put back an older state. */
  const applied = new Map<string, string>()
  let readAt: number | undefined
  let reading: Promise<void> | undefined

  function changed(document: T) {
    const latest = applied.get(document.id)
    if (latest !== undefined && document.changedAt < latest) return
    applied.set(document.id, document.changedAt)
    apply(document.id, document)
  }

  async function readOn() {
    const startedAt = clock()
    const ordered =
      readAt === undefined
        ? { orderBy: firstReadBy }
        : { orderBy: 'changedAt', range: { gte: isoInstant(readAt - LATE_BY) } }
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
      if (cursor) await turnOfOthers()
    } while (cursor)
    readAt = startedAt
    for (const [id, changedAt] of applied) if (changedAt < isoInstant(startedAt - LATE_BY)) applied.delete(id)
  }

  return {
    async sync(): Promise<void> {
      // One that is under way may have begun before a write that the caller knows of.
      await reading
      if (reading === undefined && (readAt === undefined || clock() - readAt >= freshFor)) {
        reading = readOn().finally(() => (reading = undefined))
      }
      await reading
    },

    /** Told of each write of this process, after it was committed, so that whoever made it sees it. */
    changed,

    /** Told of documents that are deleted, by whichever process. Ids are not used again. */
    removed(ids: readonly string[]) {
      for (const id of ids) {
        applied.set(id, isoInstant(clock()))
        apply(id)
      }
    },
  }
}
