import { defineView } from '#server/views/view.ts'

import { dismissals } from './collection.ts'

/** Suggestions that `by` dismissed. */
export const dismissalView = defineView({
  of: dismissals,
  name: 'dismissal',
  columns: { by: 'TEXT NOT NULL', of: 'TEXT NOT NULL' },
  indexes: ['by, of'],
  rowsOf: ({ by, of }) => ({ dismissal: { by, of } }),
})
