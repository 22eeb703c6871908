import { defineView } from '#server/views/view.ts'

import { buddyOffers, buddyPairs } from './collection.ts'

export const buddyOfferView = defineView({
  of: buddyOffers,
  name: 'buddyOffer',
  columns: { most: 'INTEGER NOT NULL', since: 'TEXT NOT NULL' },
  indexes: ['since, id'],
  rowsOf: ({ most, since }) => ({ buddyOffer: { most, since } }),
})

export const buddyPairView = defineView({
  of: buddyPairs,
  name: 'buddyPair',
  columns: {
    newcomer: 'TEXT NOT NULL',
    buddy: 'TEXT NOT NULL',
    at: 'TEXT NOT NULL',
    meeting: 'TEXT NOT NULL',
  },
  indexes: ['newcomer, at', 'buddy, at'],
  rowsOf: ({ newcomer, buddy, at, meeting }) => ({ buddyPair: { newcomer, buddy, at, meeting } }),
})
