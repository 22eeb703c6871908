import { defineView } from '#server/views/view.ts'

import { blocks } from './collection.ts'

/** Pairs of members who must not see each other, whichever of the two blocked the other. */
export const blockView = defineView({
  of: blocks,
  name: 'block',
  columns: { blocker: 'TEXT NOT NULL', blocked: 'TEXT NOT NULL' },
  indexes: ['blocker, blocked'],
  lists: {
    blockedPair: {
      columns: { viewerId: 'TEXT NOT NULL', otherId: 'TEXT NOT NULL' },
      key: ['viewerId', 'otherId', 'number'],
    },
  },
  rowsOf: ({ blocker, blocked }) => ({
    block: { blocker, blocked },
    blockedPair: [
      { viewerId: blocker, otherId: blocked },
      { viewerId: blocked, otherId: blocker },
    ],
  }),
})
