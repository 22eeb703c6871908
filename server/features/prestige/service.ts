import { allOf, eachOf } from '#server/lib/all-of.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { prestigeCounts, prestigeEntries, prestigeSummaries } from './collection.ts'
import { createSummaries, ofMember } from './summaries.ts'

interface Deps {
  store: Store
  clock: Clock
}

export type PrestigeService = ReturnType<typeof createPrestigeService>

const BATCH = 400

export function createPrestigeService({ store, clock }: Deps) {
  return {
    ...createSummaries({ store, clock }),

    exportOf: (memberId: string) => eachOf(store, prestigeEntries, ofMember(memberId)),

    /** What the member confirmed for others stays. */
    async forget(memberId: string) {
      const entries = await allOf(store, prestigeEntries, ofMember(memberId))
      for (let from = 0; from < entries.length; from += BATCH) {
        await store.transact(async (tx) => {
          for (const { id } of entries.slice(from, from + BATCH)) tx.delete(prestigeEntries, id)
        })
      }
      await store.transact(async (tx) => {
        tx.delete(prestigeSummaries, memberId)
        tx.delete(prestigeCounts, memberId)
      })
    },
  }
}
