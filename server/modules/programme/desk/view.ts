import { defineView } from '#server/views/view.ts'

import { eventPageViews } from './collection.ts'

export const eventPageViewsView = defineView({
  of: eventPageViews,
  name: 'eventPageViews',
  columns: {
    event: 'TEXT NOT NULL',
    day: 'TEXT NOT NULL',
    members: 'INTEGER NOT NULL',
    visitors: 'INTEGER NOT NULL',
  },
  indexes: ['event, day, members, visitors'],
  rowsOf: ({ event, day, members, visitors }) => ({ eventPageViews: { event, day, members, visitors } }),
})
