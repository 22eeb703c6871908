import { defineView } from '#server/views/view.ts'

import { connectionNotes } from './collection.ts'

/** Notes with a day to get in touch on. `connection` is an id. */
export const reminderView = defineView({
  of: connectionNotes,
  name: 'reminder',
  columns: {
    owner: 'TEXT NOT NULL',
    about: 'TEXT NOT NULL',
    connection: 'TEXT NOT NULL',
    getInTouchOn: 'TEXT NOT NULL',
  },
  indexes: ['owner, getInTouchOn, id'],
  rowsOf: ({ owner, about, connection, getInTouchOn }) =>
    getInTouchOn === undefined ? undefined : { reminder: { owner, about, connection, getInTouchOn } },
})
