import { Type } from 'typebox'

import { MessageGroupSchema } from '#shared/conversation/group-messages/schema.ts'
import { NOTIFICATION_LIFETIME } from '#shared/operations/notification-topics.ts'
import { defineCollection } from '#server/store/port.ts'

/** Messages from organisers to groups of attendees. Kept as long as the notifications that show them. */
export const groupMessages = defineCollection({
  name: 'group-messages',
  schema: Type.Object({
    id: Type.String(),
    event: Type.String(),
    group: MessageGroupSchema,
    by: Type.String(),
    /** ISO instant. */
    at: Type.String(),
    text: Type.String(),
    /** Number of members in the group when it was sent. */
    recipients: Type.Integer({ minimum: 1 }),
  }),
  indexes: [{ equal: ['by'], order: 'at' }],
  hasFeed: true,
  expiresAt: ({ at }) => Date.parse(at) + NOTIFICATION_LIFETIME,
})
