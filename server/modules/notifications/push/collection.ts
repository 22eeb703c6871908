import { Type, type Static } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

const PushSubscriptionDocumentSchema = Type.Object({
  /** SHA-256 of the endpoint, base64url. */
  id: Type.String(),
  member: Type.String(),
  endpoint: Type.String(),
  p256dh: Type.String(),
  auth: Type.String(),
  /** Id of the session in which it was last confirmed, with which it ends. */
  session: Type.String(),
  /** ISO instant. */
  since: Type.String(),
})
export type PushSubscriptionDocument = Static<typeof PushSubscriptionDocumentSchema>

/** Browsers in which members have switched push notifications on. */
export const pushSubscriptions = defineCollection({
  name: 'push-subscriptions',
  schema: PushSubscriptionDocumentSchema,
  indexes: [{ equal: ['member'] }],
  hasFeed: true,
})
