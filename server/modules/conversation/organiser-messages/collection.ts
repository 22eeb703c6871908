import { Type } from 'typebox'

import { MessageGroupSchema } from '#shared/conversation/organiser-messages/schema.ts'
import { HiddenSchema } from '#shared/lib/hidden.ts'
import { NOTIFICATION_LIFETIME } from '#shared/operations/notification-topics.ts'
import { defineCollection, type DocumentOf } from '#server/store/port.ts'

const message = {
  id: Type.String(),
  event: Type.String(),
  text: Type.String(),
  by: Type.String(),
  /** ISO instant. */
  at: Type.String(),
}
const byAuthor = { equal: ['by'], order: 'at' }
const expiresAt = ({ at }: { at: string }) => Date.parse(at) + NOTIFICATION_LIFETIME

/** To everyone with an RSVP. Kept as long as the event, on whose page they are. */
export const announcements = defineCollection({
  name: 'announcements',
  schema: Type.Object({
    ...message,
    /** Set when an admin has hidden it. */
    hidden: Type.Optional(HiddenSchema),
  }),
  indexes: [{ equal: ['event'], order: 'at' }, byAuthor],
  hasFeed: true,
})

/** To groups of attendees. Kept as long as the notifications that show them. */
export const groupMessages = defineCollection({
  name: 'group-messages',
  schema: Type.Object({
    ...message,
    group: MessageGroupSchema,
    /** Number of members in the group when it was sent. */
    recipients: Type.Integer({ minimum: 1 }),
  }),
  indexes: [byAuthor],
  hasFeed: true,
  expiresAt,
})

/** To single attendees. Kept as long as the notification that shows them. */
export const attendeeMessages = defineCollection({
  name: 'attendee-messages',
  schema: Type.Object({ ...message, member: Type.String() }),
  indexes: [byAuthor, { equal: ['member'], order: 'at' }],
  expiresAt,
})

export type MessageCollection = typeof announcements | typeof groupMessages | typeof attendeeMessages
export type AnnouncementDocument = DocumentOf<typeof announcements>
