import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { deleteBefore } from '#server/store/delete-before.ts'
import type { Store } from '#server/store/port.ts'

import {
  errorGroups,
  errorLookups,
  errorPeople,
  errorSamples,
  GROUPS_KEPT_FOR,
  SAMPLES_KEPT_FOR,
} from './collection.ts'

const BATCH_SIZE = 500
/**
 * Beyond this number, groups that were not seen for the longest time are deleted, so that invented errors do not
 * fill the store.
 */
const MAX_GROUPS = 1_000

/** Deletes outdated and surplus data. */
export function createErrorGroupCleanup({ store, clock }: { store: Store; clock: Clock }) {
  const before = (milliseconds: number) => isoInstant(clock() - milliseconds)

  /** Includes their samples and people. */
  async function deleteSurplus() {
    const surplus = (await store.count(errorGroups, { orderBy: 'lastAt' })) - MAX_GROUPS
    if (surplus <= 0) return
    const { items } = await store.find(errorGroups, {
      orderBy: 'lastAt',
      limit: Math.min(surplus, BATCH_SIZE),
    })
    for (const { id, lastAt } of items) {
      await store.transact(async (tx) => {
        const group = await tx.get(errorGroups, id)
        // It was seen meanwhile.
        if (group?.lastAt !== lastAt) return
        tx.delete(errorGroups, id)
        tx.delete(errorPeople, id)
        for (const sample of group.samples) tx.delete(errorSamples, sample.id)
      })
    }
  }

  return {
    async deleteExpired(): Promise<void> {
      await deleteBefore(store, errorSamples, 'at', before(SAMPLES_KEPT_FOR))
      await deleteBefore(store, errorLookups, 'at', before(SAMPLES_KEPT_FOR))
      await deleteBefore(store, errorGroups, 'lastAt', before(GROUPS_KEPT_FOR))
      await deleteBefore(store, errorPeople, 'lastAt', before(GROUPS_KEPT_FOR))
      await deleteSurplus()
    },
  }
}
