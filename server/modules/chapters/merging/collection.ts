import { Type } from 'typebox'

import { type DocumentOf, defineCollection } from '#server/store/port.ts'

const MERGE_STATES = ['moving', 'merged', 'undoing', 'undone'] as const

/** Merges of one chapter into another. While one is `moving` or `undoing`, a job continues it. */
export const chapterMerges = defineCollection({
  name: 'chapter-merges',
  schema: Type.Object({
    id: Type.String(),
    from: Type.String(),
    into: Type.String(),
    state: Type.Enum([...MERGE_STATES]),
    /** The admin who merged them, or the one who undoes it. */
    by: Type.String(),
    /** ISO instant of the merge. */
    at: Type.String(),
  }),
  indexes: [{ equal: ['state'] }, { equal: ['into'], order: 'at' }],
})
export type ChapterMerge = DocumentOf<typeof chapterMerges>
