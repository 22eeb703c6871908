import { batchesOf } from '#shared/lib/batches.ts'
import { SECOND } from '#shared/lib/durations.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { startDeadline } from '#server/lib/concurrency/deadline.ts'
import type { Deltas, PreparedDelta } from '#server/modules/operations/error-groups/deltas.ts'
import { deleteBefore } from '#server/store/delete-before.ts'
import { type Store, StoreContention, StoreUnavailable } from '#server/store/port.ts'

import { KEPT_FOR, writtenClientErrors } from './collection.ts'
import type { LoggedEntry } from './types.ts'

const MAX_PAGE = 500
/** The store's limit for items of an array. */
const MAX_SOUGHT = 30
const STORE_TIMEOUT = SECOND
/**
 * Milliseconds. Longer, because the store has just answered, and a claim that was not compared with others may
 * repeat lines.
 */
const LOOKUP_TIMEOUT = 3 * SECOND
/**
 * Milliseconds for which other replicas wait for the lines of a claim. Its replica then counts as dead, and another
 * may write its entries.
 */
export const CLAIM_LEASE = 10 * SECOND
/** Milliseconds for which a failing store is bypassed. Client errors matter most during an outage. */
const REST = 10 * SECOND
/** Transactions that are kept while the store is down: about 20 KB each, 100 KB at most. */
const MAX_UNSTORED = 200

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  /** Written in the transaction of the entries' ids. The entries count as written if and only if it is. */
  deltas: Deltas
}

/** Entries that a replica may write, and those that others have written or are writing. */
export interface Claim {
  id: string
  /** Epoch milliseconds. */
  until: number
  claimed: ReadonlySet<string>
  written: ReadonlySet<string>
  /** Claimed by another replica, which has not written them yet. It may leave them when it sees this claim. */
  pending: ReadonlySet<string>
}

/**
 * Entries that any replica has written, or is about to write. Best effort: without the store everything counts as
 * new, because a repeated line does less harm than a lost error. Data that it could not take is stored later.
 */
export function createWrittenIds({ store, clock, newId, deltas }: Deps) {
  let restsUntil = -Infinity
  let unstored: { id: string; ids: string[]; at: string; prepared: PreparedDelta }[] = []
  let lost = 0

  /** @throws StoreContention */
  async function attempt<T>(work: () => Promise<T>, timeout = STORE_TIMEOUT): Promise<T | undefined> {
    if (clock() < restsUntil) return undefined
    const inTime = startDeadline(timeout, () => new StoreUnavailable('The store took too long.'))
    try {
      return await inTime(work())
    } catch (error) {
      if (error instanceof StoreContention) throw error
      restsUntil = clock() + REST
      return undefined
    }
  }

  async function find(ids: readonly string[]) {
    const found = await Promise.all(
      batchesOf(ids, MAX_SOUGHT).map((anyOf) =>
        store.find(writtenClientErrors, { contains: { field: 'ids', anyOf }, limit: MAX_PAGE }),
      ),
    )
    return found.flatMap(({ items }) => items)
  }

  /**
   * Announces the claim first and looks for others afterwards, so that of two replicas at least one sees the other,
   * and leaves the entry alone. A transaction would achieve the same, but in Firestore two of them wait for each
   * other's locks for seconds.
   */
  async function announce({ id, until }: Pick<Claim, 'id' | 'until'>, ids: ReadonlySet<string>) {
    const at = isoInstant(clock())
    const claim = { id, ids: [...ids], at, claimedUntil: isoInstant(until) }
    const isAnnounced = await attempt(() =>
      store.transact(async (tx) => tx.create(writtenClientErrors, claim)).then(() => true),
    )
    const found = isAnnounced && (await attempt(() => find(claim.ids), LOOKUP_TIMEOUT))
    // The store is down.
    if (!found) return { claimed: ids, written: new Set<string>(), pending: new Set<string>() }
    const others = found.filter((other) => other.id !== id)
    const now = isoInstant(clock())
    const idsOf = (batches: typeof others) => new Set(batches.flatMap((batch) => batch.ids)).intersection(ids)
    const written = idsOf(others.filter(({ claimedUntil }) => claimedUntil === undefined))
    const claimedByOthers = idsOf(others.filter(({ claimedUntil }) => claimedUntil && claimedUntil > now))
    const pending = claimedByOthers.difference(written)
    return { written, pending, claimed: ids.difference(written).difference(pending) }
  }

  /** Stored once: the answer to an earlier attempt may have been lost. */
  const put = ({ id, ids, at, prepared }: (typeof unstored)[number]) =>
    store.transact(async (tx) => {
      const stored = await tx.get(writtenClientErrors, id)
      if (stored && stored.claimedUntil === undefined) return
      tx.put(writtenClientErrors, { id, ids, at })
      deltas.write(tx, prepared)
    })
  const tryToPut = (batch: (typeof unstored)[number]) =>
    attempt(() => put(batch).then(() => true)).catch(() => false)

  return {
    /**
     * Reserves those of `ids` that no other replica has written or claimed. Must be confirmed or released.
     * @param ids at most 500
     * @throws StoreContention
     */
    async claim(ids: readonly string[]): Promise<Claim> {
      const lease = { id: newId(), until: clock() + CLAIM_LEASE }
      const asked = new Set(ids)
      return { ...lease, ...(await announce(lease, asked)) }
    },
    /** Lets other replicas write entries that this one could not. Best effort: the claim expires anyway. */
    async release({ id }: Claim): Promise<void> {
      await attempt(() => store.transact(async (tx) => tx.delete(writtenClientErrors, id))).catch(() => {})
    },
    /** Resolves when the written entries of a claim are stored, or cannot be stored for now. */
    async confirm({ id }: Claim, entries: readonly LoggedEntry[]): Promise<void> {
      const ids = entries.map((entry) => entry.id)
      const at = isoInstant(clock())
      const batch = { id, ids, at, prepared: deltas.prepare(id, at, entries) }
      if (await tryToPut(batch)) return
      if (unstored.length < MAX_UNSTORED)
        unstored.push({ ...batch, prepared: deltas.essence(batch.prepared) })
      else lost += ids.length
    },
    /**
     * Stores data that the store could not take before.
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
