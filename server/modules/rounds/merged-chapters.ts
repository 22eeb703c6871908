import type { ChapterMerge } from '#server/modules/chapters/merging/types.ts'
import { isStill } from '#server/modules/chapters/merging/rules.ts'
import { allOf } from '#server/store/all-of.ts'
import type { Store } from '#server/store/port.ts'

import { rounds } from './collection.ts'

/** Moves the rounds of a merged chapter to the other one, or back. */
export const createMergedRounds = (store: Store) => async (merge: ChapterMerge) => {
  const isBack = merge.state === 'undoing'
  const chapter = isBack ? merge.into : merge.from
  for (const { id } of await allOf(store, rounds, { where: { chapter } }))
    await store.transact(async (tx) => {
      const round = await tx.get(rounds, id)
      if (round?.chapter !== chapter || !(await isStill(tx, merge))) return
      if (!isBack) return tx.put(rounds, { ...round, chapter: merge.into, merge: merge.id })
      if (round.merge === merge.id) tx.put(rounds, { ...round, chapter: merge.from, merge: undefined })
    })
}
