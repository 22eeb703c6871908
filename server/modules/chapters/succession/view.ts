import { defineView } from '#server/views/view.ts'

import { chapterSuccessions } from './collection.ts'

/** The id is that of the chapter. */
export const chapterSuccessionView = defineView({
  of: chapterSuccessions,
  name: 'chapterSuccession',
  columns: { askedAt: 'TEXT NOT NULL' },
  rowsOf: ({ askedAt }) => ({ chapterSuccession: { askedAt } }),
})
