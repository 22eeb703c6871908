import { chapterLetters } from '#server/modules/chapters/letters/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import type { Store } from '#server/store/port.ts'

import type { ChapterMerge } from './collection.ts'
import { isStill } from './rules.ts'

const AT_ONCE = 100

/** Moves the letters of a merged chapter. Its leads wrote those that have not been sent to others, so they are held. */
export function createMergedLetters(store: Store) {
  const moveSome = (merge: ChapterMerge): Promise<boolean> =>
    store.transact(async (tx) => {
      if (!(await isStill(tx, merge))) return false
      const query = { where: { chapter: merge.from }, orderBy: 'at', limit: AT_ONCE }
      const { items } = await tx.find(chapterLetters, query)
      for (const letter of items) {
        const wasScheduled = letter.state === 'scheduled'
        const state = wasScheduled ? 'held' : letter.state
        const version = letter.version + 1
        const moved = { id: merge.id, version, wasScheduled }
        tx.put(chapterLetters, { ...letter, state, version, chapter: merge.into, merge: moved })
      }
      return items.length > 0
    })

  const moveOneBack = (merge: ChapterMerge, id: string): Promise<void> =>
    store.transact(async (tx) => {
      const letter = await tx.get(chapterLetters, id)
      if (letter?.merge?.id !== merge.id || !(await isStill(tx, merge))) return
      const { merge: moved, version, ...rest } = letter
      if (moved.version !== version) return
      const state = moved.wasScheduled ? 'scheduled' : rest.state
      tx.put(chapterLetters, { ...rest, version: version + 1, state, chapter: merge.from })
    })

  return {
    async move(merge: ChapterMerge): Promise<void> {
      while (await moveSome(merge));
    },

    async moveBack(merge: ChapterMerge): Promise<void> {
      for (const { id } of await allOf(store, chapterLetters, { where: { 'merge.id': merge.id } }))
        await moveOneBack(merge, id)
    },
  }
}
