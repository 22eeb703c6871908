import { defineView } from '#server/views/view.ts'

import { pushSubscriptions } from './collection.ts'

/**
 * Members whose browsers get push notifications: most notifications are for no one among them, which this shows
 * without a read.
 */
export const pushSubscriptionView = defineView({
  of: pushSubscriptions,
  name: 'pushSubscription',
  columns: { member: 'TEXT NOT NULL' },
  indexes: ['member'],
  rowsOf: ({ member }) => ({ pushSubscription: { member } }),
})
