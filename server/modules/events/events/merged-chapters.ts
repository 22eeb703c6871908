import type { ChapterMerge } from '#server/modules/chapters/merging/types.ts'
import { isStill } from '#server/modules/chapters/merging/rules.ts'
import { allOf } from '#server/store/all-of.ts'
import type { Store } from '#server/store/port.ts'

import { type EventDocument, events } from './collection.ts'
import type { WriteEvent } from './writing.ts'

/** Moves the events of a merged chapter to the other one, or back. Nobody is notified: neither time nor place changes. */
export function createMergedChapters({ store, write }: { store: Store; write: WriteEvent }) {
  async function eventsOf(chapterId: string) {
    const contains = { field: 'cohosts', value: chapterId }
    const found = await Promise.all([
      allOf(store, events, { where: { chapterId } }),
      allOf(store, events, { contains, orderBy: 'startsAt' }),
    ])
    return new Set(found.flat().map(({ id }) => id))
  }

  return async (merge: ChapterMerge): Promise<void> => {
    const isBack = merge.state === 'undoing'
    for (const id of await eventsOf(isBack ? merge.into : merge.from))
      await write(id, undefined, async (before, tx) => {
        if (!(await isStill(tx, merge))) return before
        return isBack ? unmerged(before, merge) : merged(before, merge)
      })
  }
}

/** The event with one chapter in the place of the other. */
function merged(event: EventDocument, { id, from, into }: ChapterMerge): EventDocument {
  const { chapterId, cohosts = [], merges = [] } = event
  const isOwn = chapterId === from
  if (!isOwn && !cohosts.includes(from)) return event
  const hosts = cohosts.map((host) => (host === from ? into : host))
  const before = { id, isOwn, cohosts: cohosts.filter((host) => host === from || host === into) }
  return withChapters({ ...event, merges: [...merges, before] }, isOwn ? into : chapterId, hosts)
}

/** The event with the two chapters in their former places, unless it has been moved to a third chapter since. */
function unmerged(event: EventDocument, { id, from, into }: ChapterMerge): EventDocument {
  const { chapterId, cohosts = [], merges = [] } = event
  const before = merges.find((merge) => merge.id === id)
  if (!before || (before.isOwn && chapterId !== into)) return event
  const others = cohosts.filter((host) => host !== from && host !== into)
  const rest = { ...event, merges: merges.filter((merge) => merge !== before) }
  return withChapters(rest, before.isOwn ? from : chapterId, [...others, ...before.cohosts])
}

/** Events without co-hosts may lack the field. */
function withChapters(event: EventDocument, chapterId: string | undefined, hosts: readonly string[]) {
  const cohosts = [...new Set(hosts)].filter((host) => host !== chapterId)
  return { ...event, chapterId, cohosts: event.cohosts && cohosts }
}
