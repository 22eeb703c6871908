import { defineView } from '#server/views/view.ts'

import { memberActivity } from './collection.ts'

/** Activity of members. Without members who were never active. */
export const activityView = defineView({
  of: memberActivity,
  name: 'activity',
  columns: { activeOn: 'TEXT NOT NULL', weeks: 'INTEGER NOT NULL' },
  indexes: ['activeOn, id'],
  rowsOf: ({ activeOn, weeks }) => ({ activity: { activeOn, weeks } }),
})
