import { Type } from 'typebox'

import { NOTIFICATION_LIFETIME } from '#shared/operations/notification-topics.ts'
import { defineCollection } from '#server/store/port.ts'

/** Messages from organisers to single attendees. Kept as long as the notification that shows them. */
export const attendeeMessages = defineCollection({
  name: 'attendee-messages',
  schema: Type.Object({
    id: Type.String(),
    event: Type.String(),
    member: Type.String(),
    by: Type.String(),
    /** ISO instant. */
    at: Type.String(),
    text: Type.String(),
  }),
  indexes: [
    { equal: ['by'], order: 'at' },
    { equal: ['member'], order: 'at' },
  ],
  expiresAt: ({ at }) => Date.parse(at) + NOTIFICATION_LIFETIME,
})
