import { defineView } from '#server/views/view.ts'

import { eventFeedback } from './collection.ts'

export const feedbackView = defineView({
  of: eventFeedback,
  name: 'feedback',
  columns: { event: 'TEXT NOT NULL', rating: 'INTEGER NOT NULL', sentence: 'TEXT NOT NULL', by: 'TEXT' },
  indexes: ['event, rating', 'event, id'],
  rowsOf: ({ event, rating, sentence, by }) => ({ feedback: { event, rating, sentence, by } }),
})
