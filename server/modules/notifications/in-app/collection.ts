import { Type, type Static } from 'typebox'

import { NOTIFICATION_LIFETIME, NOTIFICATION_TOPICS } from '#shared/operations/notification-topics.ts'
import { SubjectSchema } from '#shared/operations/notification-subject.ts'
import { defineCollection } from '#server/store/port.ts'

const NotificationDocumentSchema = Type.Object({
  /**
   * `joinedId` of the domain event and the member: one per event and member. With a sequence, `joinedId` of the
   * subject and the member.
   */
  id: Type.String(),
  topic: Type.Enum([...NOTIFICATION_TOPICS]),
  subject: SubjectSchema,
  actor: Type.Optional(Type.String()),
  data: Type.Record(Type.String(), Type.String()),
  /** Sequence of the subject's state: one notification per subject and member, the latest. */
  sequence: Type.Optional(Type.Integer()),
  /** ISO instant at which it happened. */
  at: Type.String(),
  member: Type.String(),
  /** Undefined once read. */
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
  hasFeed: true,
  expiresAt: ({ at }) => Date.parse(at) + NOTIFICATION_LIFETIME,
})

/** The time up to which reminders have been recorded: one document. */
export const reminderProgress = defineCollection({
  name: 'reminder-progress',
  schema: Type.Object({ id: Type.String(), upTo: Type.String() }),
})
