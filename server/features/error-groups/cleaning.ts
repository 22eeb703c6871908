import { setImmediate as nextTurn } from 'node:timers/promises'

import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { AnyCollection, Store } from '#server/store/port.ts'

import {
  errorGroups,
  errorLookups,
  errorPeople,
  errorSamples,
  GROUPS_KEPT_FOR,
  SAMPLES_KEPT_FOR,
} from './collection.ts'

const AT_ONCE = 500
/** Beyond it those that were not seen for the longest time are deleted, so that invented errors do not fill the store. */
const MOST_GROUPS = 1_000

/** Deletes what is too old, or too much. */
export function createErrorGroupCleaning({ store, clock }: { store: Store; clock: Clock }) {
  async function deleteBefore(collection: AnyCollection, orderBy: string, milliseconds: number) {
    const lt = isoInstant(clock() - milliseconds)
    for (let more = true; more; await nextTurn()) {
      const { items } = await store.find(collection, { orderBy, range: { lt }, limit: AT_ONCE })
      await store.transact(async (tx) => {
        for (const { id } of items) tx.delete(collection, id)
      })
      more = items.length === AT_ONCE
    }
  }

  /** With their samples and people. */
  async function deleteSurplus() {
    const surplus = (await store.count(errorGroups, { orderBy: 'lastAt' })) - MOST_GROUPS
    if (surplus <= 0) return
    const { items } = await store.find(errorGroups, { orderBy: 'lastAt', limit: Math.min(surplus, AT_ONCE) })
    for (const { id, lastAt } of items) {
      await store.transact(async (tx) => {
        const group = await tx.get(errorGroups, id)
        // Seen meanwhile.
        if (group?.lastAt !== lastAt) return
        tx.delete(errorGroups, id)
        tx.delete(errorPeople, id)
        for (const sample of group.samples) tx.delete(errorSamples, sample.id)
      })
    }
  }

  return {
    async deleteExpired(): Promise<void> {
      await deleteBefore(errorSamples, 'at', SAMPLES_KEPT_FOR)
      await deleteBefore(errorLookups, 'at', SAMPLES_KEPT_FOR)
      await deleteBefore(errorGroups, 'lastAt', GROUPS_KEPT_FOR)
      await deleteBefore(errorPeople, 'lastAt', GROUPS_KEPT_FOR)
      await deleteSurplus()
    },
  }
}
