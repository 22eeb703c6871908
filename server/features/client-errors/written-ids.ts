import { hash } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { startDeadline } from '#server/lib/deadline.ts'
import { type Store, StoreUnavailable } from '#server/store/port.ts'

import { KEPT_FOR, writtenClientErrors } from './collection.ts'

const MOST_AT_ONCE = 500
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

interface Addition {
  ids: readonly string[]
  done: () => void
}

/**
 * Which entries any replica has written down. To the best of the store's ability: without it everything is taken as
 * new, since a line twice does less harm than an error lost.
 */
export function createWrittenIds({ store, clock }: { store: Store; clock: Clock }) {
  let restsUntil = -Infinity
  let queue: Addition[] = []
  let adding = false

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

  /** One document, whatever their number. By its content, so that storing it again changes nothing. */
  const put = (ids: readonly string[]) =>
    store.transact(async (tx) => {
      tx.put(writtenClientErrors, { id: hash('sha256', ids.join()), ids: [...ids], at: isoInstant(clock()) })
    })

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

  /** One transaction for all who wait. */
  async function addAll() {
    adding = true
    let lastCost = 0
    while (queue.length > 0) {
      await pause(Math.min(Math.max(GATHERING.shortest, 2 * lastCost), GATHERING.longest))
      const begun = performance.now()
      const taken = takeFrom(queue)
      queue = queue.slice(taken.length)
      await attempt(() => put(taken.flatMap(({ ids }) => ids)))
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
    /** Resolves when `ids` are stored or cannot be. */
    add(ids: readonly string[]): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      queue.push({ ids, done: resolve })
      if (!adding) void addAll()
      return promise
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

function takeFrom(queue: readonly Addition[]) {
  let room = MOST_AT_ONCE
  const end = queue.findIndex(({ ids }, index) => {
    room -= ids.length
    return index > 0 && room < 0
  })
  return end < 0 ? queue : queue.slice(0, end)
}
