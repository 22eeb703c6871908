import { isListedChapter } from '#shared/chapters/rights.ts'
import { sortKey, sortOrder } from '#server/views/sort-keys.ts'
import { defineView } from '#server/views/view.ts'

import { chapters } from './collection.ts'

/** Every chapter. `isListed`: every member sees it. */
export const chapterView = defineView({
  of: chapters,
  name: 'chapter',
  columns: {
    slug: 'TEXT NOT NULL',
    name: 'TEXT NOT NULL',
    nameKey: 'TEXT NOT NULL',
    region: 'TEXT NOT NULL',
    place: 'TEXT NOT NULL',
    cover: 'TEXT',
    joinRule: 'TEXT NOT NULL',
    listing: 'TEXT NOT NULL',
    state: 'TEXT NOT NULL',
    isListed: 'INTEGER NOT NULL',
    timeZone: 'TEXT NOT NULL',
    createdAt: 'TEXT NOT NULL',
    closedAt: 'TEXT',
    /** The chapter that it is part of. */
    mergedInto: 'TEXT',
    leadTerm: 'TEXT NOT NULL',
    termSince: 'TEXT NOT NULL',
    /** When it entered its state. */
    stateSince: 'TEXT NOT NULL',
  },
  indexes: ['nameKey, id', 'slug', 'mergedInto, closedAt', 'cover'],
  uses: sortOrder,
  rowsOf: (chapter) => {
    const { slug, name, region, place, joinRule, listing, state } = chapter
    const { timeZone, createdAt, stateSince, leadTerm = 'none', termSince = '' } = chapter
    const ofLists = { slug, name, nameKey: sortKey(name), region, place, joinRule, listing, state }
    return {
      chapter: {
        ...ofLists,
        isListed: isListedChapter(chapter),
        timeZone,
        createdAt,
        cover: chapter.cover || undefined,
        closedAt: stateSince.closed,
        mergedInto: chapter.merged?.into,
        leadTerm,
        termSince,
        stateSince: stateSince[state] ?? createdAt,
      },
    }
  },
})
