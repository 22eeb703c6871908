import { batchesOf } from '#shared/lib/batches.ts'
import { SECOND } from '#shared/lib/durations.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { startDeadline } from '#server/lib/concurrency/deadline.ts'
import { deleteBefore } from '#server/store/delete-before.ts'
import { type Reader, type Store, StoreContention, StoreUnavailable } from '#server/store/port.ts'

import { KEPT_FOR, writtenClientErrors } from './entries/collection.ts'
import type { Deltas } from './groups/deltas.ts'
import type { LoggedEntry } from './entries/types.ts'

const MAX_PAGE = 500
/** The store's limit for items of an array. */
const MAX_SOUGHT = 30
const STORE_TIMEOUT = SECOND
/** Milliseconds for which a failing store is bypassed. Client errors matter most during an outage. */
const REST = 10 * SECOND
/** Batches that are kept while the store is down: about 50 KB each, 150 KB at most. */
const MAX_UNSTORED = 200

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  /** Written in the transaction of the entries' ids, so an entry is counted if and only if its id is stored. */
  deltas: Pick<Deltas, 'add'>
}

interface WrittenBatch {
  id: string
  at: string
  entries: readonly LoggedEntry[]
}

/**
 * Ids of entries that are in the log. Best effort: without the store every entry counts as new, because a repeated
 * line does less harm than a lost error. Batches that the store could not take are stored later.
 */
export function createWrittenIds({ store, clock, newId, deltas }: Deps) {
  let restsUntil = -Infinity
  let unstored: WrittenBatch[] = []
  let lost = 0

  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (clock() < restsUntil) return undefined
    const inTime = startDeadline(STORE_TIMEOUT, () => new StoreUnavailable('The store took too long.'))
    try {
      return await inTime(work())
    } catch (error) {
      if (!(error instanceof StoreContention)) restsUntil = clock() + REST
      return undefined
    }
  }

  /** Leaves out entries that another replica has stored meanwhile, or an attempt whose answer was lost. */
  const put = ({ id, at, entries }: WrittenBatch) =>
    store.transact(async (tx) => {
      const stored = await storedAmong(tx, idsOf(entries))
      const fresh = entries.filter((entry) => !stored.has(entry.id))
      if (fresh.length === 0) return
      tx.put(writtenClientErrors, { id, at, ids: idsOf(fresh) })
      deltas.add(tx, { id, at }, fresh)
    })
  const tryToPut = (batch: WrittenBatch) => attempt(() => put(batch).then(() => true))

  return {
    /** The subset of `ids` that any replica has written. */
    known: async (ids: readonly string[]): Promise<ReadonlySet<string>> =>
      (await attempt(() => storedAmong(store, ids))) ?? new Set(),

    /** Resolves when the ids of entries with a line are stored, or cannot be stored for now. */
    async add(entries: readonly LoggedEntry[]): Promise<void> {
      const batch = { id: newId(), at: isoInstant(clock()), entries }
      if (await tryToPut(batch)) return
      if (unstored.length < MAX_UNSTORED) unstored.push({ ...batch, entries: entries.map(withoutTexts) })
      else lost += entries.length
    },

    /** Stores the id of a batch, whatever its entries. @returns false if any replica has stored it before */
    async addBatch(id: string): Promise<boolean> {
      const isNew = await attempt(() =>
        store.transact(async (tx) => {
          if (await tx.get(writtenClientErrors, id)) return false
          tx.put(writtenClientErrors, { id, at: isoInstant(clock()), ids: [] })
          return true
        }),
      )
      return isNew ?? true
    },

    /**
     * Stores batches that the store could not take before.
     * @returns the number of entries that were too many to keep since the last call: they are in the log, but in no
     * group
     */
    async addUnstored(): Promise<number> {
      while (unstored.length > 0 && (await tryToPut(unstored[0]!))) unstored = unstored.slice(1)
      const since = lost
      lost = 0
      return since
    },

    /** Removes ids that are too old to be sent again. */
    deleteExpired: (): Promise<void> =>
      deleteBefore(store, writtenClientErrors, 'at', isoInstant(clock() - KEPT_FOR)),
  }
}

async function storedAmong(reader: Pick<Reader, 'find'>, ids: readonly string[]) {
  const found = await Promise.all(
    batchesOf(ids, MAX_SOUGHT).map((anyOf) =>
      reader.find(writtenClientErrors, { contains: { field: 'ids', anyOf }, limit: MAX_PAGE }),
    ),
  )
  const stored = found.flatMap(({ items }) => items.flatMap((batch) => batch.ids))
  return new Set(stored).intersection(new Set(ids))
}

const idsOf = (entries: readonly LoggedEntry[]) => entries.map(({ id }) => id)

/** An entry without its long texts, which the log has. */
const withoutTexts = (entry: LoggedEntry): LoggedEntry => ({
  ...entry,
  stack: undefined,
  readableStack: undefined,
  componentStack: undefined,
  metadata: undefined,
})
