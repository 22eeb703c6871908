import { defineView } from '#server/views/view.ts'

import { memberActivity } from './collection.ts'

/** When members were last active and have first met someone. Without those who never were. */
export const activityView = defineView({
  of: memberActivity,
  name: 'activity',
  columns: { activeOn: 'TEXT', weeks: 'INTEGER NOT NULL', metOn: 'TEXT' },
  indexes: ['activeOn, id'],
  rowsOf: ({ activeOn, weeks, metOn }) => ({ activity: { activeOn, weeks, metOn } }),
})
