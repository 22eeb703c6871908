import { defineView } from '#server/views/view.ts'

import { groupMessages } from './collection.ts'

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
