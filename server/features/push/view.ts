import { defineView } from '#server/views/view.ts'

import { pushSubscriptions } from './collection.ts'

/** Whose browsers get push notifications: most notifications concern nobody, which is known without a read. */
export const pushSubscriptionView = defineView({
  of: pushSubscriptions,
  name: 'pushSubscription',
  columns: { member: 'TEXT NOT NULL' },
  indexes: ['member'],
  rowsOf: ({ member }) => ({ pushSubscription: { member } }),
})
