import { defineView } from '#server/views/view.ts'

import { announcements, groupMessages } from './collection.ts'

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

/** `target` is JSON of the group, whose kind is `kind`. */
export const groupMessageView = defineView({
  of: groupMessages,
  name: 'groupMessage',
  columns: {
    event: 'TEXT NOT NULL',
    kind: 'TEXT NOT NULL',
    target: 'TEXT NOT NULL',
    text: 'TEXT NOT NULL',
    by: 'TEXT NOT NULL',
    at: 'TEXT NOT NULL',
    recipients: 'INTEGER NOT NULL',
  },
  indexes: ['event, at, id'],
  rowsOf: ({ event, group, text, by, at, recipients }) => ({
    groupMessage: { event, kind: group.kind, target: JSON.stringify(group), text, by, at, recipients },
  }),
})
