import { defineView } from '#server/views/view.ts'

import { chapterLetters } from './collection.ts'

/** Letters that were sent. Their texts are in the documents alone. */
export const chapterLetterView = defineView({
  of: chapterLetters,
  name: 'chapterLetter',
  columns: { chapter: 'TEXT NOT NULL', title: 'TEXT NOT NULL', by: 'TEXT NOT NULL', at: 'TEXT NOT NULL' },
  indexes: ['chapter, at, id'],
  rowsOf: ({ chapter, title, by, at, state }) =>
    state === 'sent' ? { chapterLetter: { chapter, title, by, at } } : undefined,
})
