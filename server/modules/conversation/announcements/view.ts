import { defineView } from '#server/views/view.ts'

import { announcements } from './collection.ts'

/** `hidden` is JSON. */
export const announcementView = defineView({
  of: announcements,
  name: 'announcement',
  columns: {
    event: 'TEXT NOT NULL',
    text: 'TEXT NOT NULL',
    by: 'TEXT NOT NULL',
    at: 'TEXT NOT NULL',
    isHidden: 'INTEGER NOT NULL',
    hidden: 'TEXT',
  },
  indexes: ['event, at, id'],
  rowsOf: ({ event, text, by, at, hidden }) => ({
    announcement: {
      event,
      text,
      by,
      at,
      isHidden: hidden !== undefined,
      hidden: hidden && JSON.stringify(hidden),
    },
  }),
})
