import { Type, type Static } from 'typebox'

import { NOTIFICATION_LIFETIME, NOTIFICATION_TOPICS } from '#shared/notification-topics.ts'
import { NotificationSchema } from '#shared/notifications.ts'
import { defineCollection } from '#server/store/port.ts'

const happening = {
  id: Type.String(),
  topic: Type.Enum([...NOTIFICATION_TOPICS]),
  subject: NotificationSchema.properties.subject,
  actor: Type.Optional(Type.String()),
  data: Type.Record(Type.String(), Type.String()),
  /** Of the state of the subject: one notification per subject and member, the latest. */
  sequence: Type.Optional(Type.Integer()),
  /** ISO instant at which it happened. */
  at: Type.String(),
}

const OutboxSchema = Type.Object({
  /** `joinedId` of topic and occurrence. */
  ...happening,
  recipients: Type.Union([
    Type.Array(Type.String()),
    Type.Literal('going'),
    Type.Literal('attendees'),
    Type.Literal('everyone'),
    Type.Literal('admins'),
  ]),
  doneBy: Type.Optional(Type.String()),
  digestOnly: Type.Optional(Type.Literal(true)),
  /** Recipients up to this id have it. */
  deliveredTo: Type.String(),
  /** How many have it, and how many do not yet. Absent before the first have it. */
  progress: Type.Optional(Type.Object({ reached: Type.Integer(), left: Type.Integer() })),
  /** ISO instant: until then another replica delivers it. */
  leasedUntil: Type.String(),
})
export type OutboxEntry = Static<typeof OutboxSchema>

/** What is to be delivered. A document is deleted once everyone has it. */
export const outbox = defineCollection({
  name: 'outbox',
  schema: OutboxSchema,
  indexes: [{ order: 'leasedUntil' }],
  feeds: [[]],
})

const NotificationDocumentSchema = Type.Object({
  /** `joinedId` of the happening and the member: one per happening and member. With a sequence, of the subject and the member. */
  ...happening,
  member: Type.String(),
  /** Absent once read. */
  unread: Type.Optional(Type.Boolean()),
})
export type NotificationDocument = Static<typeof NotificationDocumentSchema>

export const notifications = defineCollection({
  name: 'notifications',
  schema: NotificationDocumentSchema,
  indexes: [
    { equal: ['member'], order: 'at', directions: ['desc'] },
    { equal: ['member', 'unread'] },
    { equal: ['member', 'actor'] },
    { equal: ['actor'] },
    { order: 'at' },
  ],
  feeds: [[]],
  expiresAt: ({ at }) => Date.parse(at) + NOTIFICATION_LIFETIME,
})

/** Up to when reminders have been recorded: one document. */
export const reminderProgress = defineCollection({
  name: 'reminder-progress',
  schema: Type.Object({ id: Type.String(), upTo: Type.String() }),
})
