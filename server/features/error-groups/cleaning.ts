import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { deleteBefore } from '#server/lib/delete-before.ts'
import type { Store } from '#server/store/port.ts'

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
  const before = (milliseconds: number) => isoInstant(clock() - milliseconds)

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
      await deleteBefore(store, errorSamples, 'at', before(SAMPLES_KEPT_FOR))
      await deleteBefore(store, errorLookups, 'at', before(SAMPLES_KEPT_FOR))
      await deleteBefore(store, errorGroups, 'lastAt', before(GROUPS_KEPT_FOR))
      await deleteBefore(store, errorPeople, 'lastAt', before(GROUPS_KEPT_FOR))
      await deleteSurplus()
    },
  }
}
