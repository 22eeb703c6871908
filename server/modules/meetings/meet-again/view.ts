import { defineView } from '#server/views/view.ts'

import { meetAgainChoices } from './collection.ts'

export const meetAgainView = defineView({
  of: meetAgainChoices,
  name: 'meetAgainChoice',
  columns: { event: 'TEXT NOT NULL', by: 'TEXT NOT NULL', of: 'TEXT NOT NULL' },
  indexes: ['by, event, of'],
  rowsOf: ({ event, by, of }) => ({ meetAgainChoice: { event, by, of } }),
})
