import { hash } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { startDeadline } from '#server/lib/deadline.ts'
import { AlreadyExists, type Store, StoreUnavailable, type Transaction } from '#server/store/port.ts'

import { KEPT_FOR, writtenClientErrors } from './collection.ts'
import type { LoggedEntry } from './types.ts'

const MOST_AT_ONCE = 500
/** Each group costs about a kilobyte of the transaction; invented fingerprints make as many groups as entries. */
const MOST_GROUPS_AT_ONCE = 100
/** The store's limit for members of an array. */
const MOST_SOUGHT = 30
const PATIENCE = 1_000
/**
 * Milliseconds to gather ids for one transaction: twice as long as the last one took. Nobody waits for the answer, and
 * on a slow disk each transaction blocks the whole process.
 */
const GATHERING = { shortest: 20, longest: 250 }
/** Milliseconds to bypass a failing store. Client errors matter most during an outage. */
const REST = 10_000
/** Transactions' worth that are kept while the store is out: some 20 KB each, 100 KB at most. */
const MOST_UNSTORED = 200

/** What is written with the ids of entries. They count as written if and only if it is. */
export interface Grouping<P> {
  /** @param id of the document with the ids of these entries */
  prepare: (id: string, at: string, entries: readonly LoggedEntry[]) => P
  write: (tx: Pick<Transaction, 'put'>, prepared: P) => void
  /** The part that is worth its memory while the store is out. */
  essence: (prepared: P) => P
}

interface Deps<P> {
  store: Store
  clock: Clock
  grouping: Grouping<P>
}

interface Waiting {
  entries: readonly LoggedEntry[]
  done: () => void
}

/**
 * Which entries any replica has written down. To the best of the store's ability: without it everything is taken as
 * new, since a line twice does less harm than an error lost. What it could not take is stored later.
 */
export function createWrittenIds<P>({ store, clock, grouping }: Deps<P>) {
  let restsUntil = -Infinity
  let queue: Waiting[] = []
  let adding = false
  let unstored: { id: string; ids: string[]; at: string; prepared: P }[] = []
  let lost = 0

  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (clock() < restsUntil) return undefined
    const inTime = startDeadline(PATIENCE, () => new StoreUnavailable('The store took too long.'))
    try {
      return await inTime(work())
    } catch {
      restsUntil = clock() + REST
      return undefined
    }
  }

  /** Stored once: the id follows from the ids of the entries, and the answer to an earlier attempt may have been lost. */
  async function put({ id, ids, at, prepared }: (typeof unstored)[number]): Promise<true> {
    try {
      await store.transact(async (tx) => {
        tx.create(writtenClientErrors, { id, ids, at })
        grouping.write(tx, prepared)
      })
    } catch (error) {
      if (!(error instanceof AlreadyExists)) throw error
    }
    return true
  }

  async function find(ids: readonly string[]) {
    const batches = Array.from({ length: Math.ceil(ids.length / MOST_SOUGHT) }, (_, at) =>
      ids.slice(at * MOST_SOUGHT, (at + 1) * MOST_SOUGHT),
    )
    const found = await Promise.all(
      batches.map((anyOf) =>
        store.find(writtenClientErrors, { contains: { field: 'ids', anyOf }, limit: MOST_AT_ONCE }),
      ),
    )
    const written = new Set(found.flatMap(({ items }) => items.flatMap((batch) => batch.ids)))
    return written.intersection(new Set(ids))
  }

  async function storeAll(entries: readonly LoggedEntry[]) {
    const ids = entries.map(({ id }) => id)
    const id = hash('sha256', ids.join())
    const at = isoInstant(clock())
    const batch = { id, ids, at, prepared: grouping.prepare(id, at, entries) }
    if (await attempt(() => put(batch))) return
    if (unstored.length < MOST_UNSTORED)
      unstored.push({ ...batch, prepared: grouping.essence(batch.prepared) })
    else lost += ids.length
  }

  /** One transaction for all who wait. */
  async function addAll() {
    adding = true
    let lastCost = 0
    while (queue.length > 0) {
      await pause(Math.min(Math.max(GATHERING.shortest, 2 * lastCost), GATHERING.longest))
      const begun = performance.now()
      const taken = takeFrom(queue)
      queue = queue.slice(taken.length)
      await storeAll(taken.flatMap(({ entries }) => entries))
      for (const { done } of taken) done()
      lastCost = performance.now() - begun
    }
    adding = false
  }

  return {
    /** Those of `ids` that were added before, by anyone. At most 500. */
    async among(ids: readonly string[]): Promise<ReadonlySet<string>> {
      return (await attempt(() => find(ids))) ?? new Set()
    },
    /** Resolves when the entries are stored or cannot be for now. */
    add(entries: readonly LoggedEntry[]): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      queue.push({ entries, done: resolve })
      if (!adding) void addAll()
      return promise
    },
    /**
     * Stores what the store could not take before.
     * @returns how many entries were too many to keep since the last call: they are in the log, and in no group
     */
    async addUnstored(): Promise<number> {
      while (unstored.length > 0 && (await attempt(() => put(unstored[0]!)))) unstored = unstored.slice(1)
      const since = lost
      lost = 0
      return since
    },
    /** Removes what is too old to come again. */
    async deleteExpired(): Promise<void> {
      const before = isoInstant(clock() - KEPT_FOR)
      for (let more = true; more; await nextTurn()) {
        const { items } = await store.find(writtenClientErrors, {
          orderBy: 'at',
          range: { lt: before },
          limit: MOST_AT_ONCE,
        })
        await store.transact(async (tx) => {
          for (const { id } of items) tx.delete(writtenClientErrors, id)
        })
        more = items.length === MOST_AT_ONCE
      }
    },
  }
}

/** At least the first. */
function takeFrom(queue: readonly Waiting[]) {
  let room = MOST_AT_ONCE
  const groups = new Set<string>()
  const end = queue.findIndex(({ entries }, index) => {
    room -= entries.length
    for (const { fingerprint } of entries) groups.add(fingerprint)
    return index > 0 && (room < 0 || groups.size > MOST_GROUPS_AT_ONCE)
  })
  return end < 0 ? queue : queue.slice(0, end)
}
