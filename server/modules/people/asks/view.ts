import { defineView } from '#server/views/view.ts'

import { fulfilledAsks } from './collection.ts'

/** Fulfilled asks. `isNamed` is NULL until the helper has answered. */
export const fulfilledAskView = defineView({
  of: fulfilledAsks,
  name: 'fulfilledAsk',
  columns: {
    owner: 'TEXT NOT NULL',
    helper: 'TEXT',
    isNamed: 'INTEGER',
    text: 'TEXT NOT NULL',
    fulfilledAt: 'TEXT NOT NULL',
  },
  indexes: ['fulfilledAt, id', 'helper, isNamed'],
  rowsOf: ({ owner, helper, isNamed, text, fulfilledAt }) => ({
    fulfilledAsk: { owner, helper, isNamed, text, fulfilledAt },
  }),
})
