import { Type, type Static } from 'typebox'

import { MemberCardSchema, MemberRoleSchema } from './members.ts'
import { NOTIFICATION_TOPICS, SUBJECT_KINDS } from './notification-topics.ts'
import { IdSchema, pageOf } from './page.ts'

const SubjectSchema = Type.Object(
  { kind: Type.Enum([...SUBJECT_KINDS]), id: IdSchema },
  { additionalProperties: false },
)
export type Subject = Static<typeof SubjectSchema>

export const NotificationSchema = Type.Object({
  id: Type.String(),
  topic: Type.Enum([...NOTIFICATION_TOPICS]),
  /** What happened, in one sentence. */
  text: Type.String(),
  subject: SubjectSchema,
  /** Who caused it. */
  actor: Type.Optional(MemberCardSchema),
  /** ISO instant. */
  at: Type.String(),
  unread: Type.Boolean(),
})
export type Notification = Static<typeof NotificationSchema>
/** Latest first. */
export const NotificationPageSchema = pageOf(NotificationSchema)

export const UnreadSchema = Type.Object({
  unread: Type.Integer(),
  /** The member's own, so that every open page knows of a change. */
  role: Type.Optional(MemberRoleSchema),
})
export type Unread = Static<typeof UnreadSchema>

/** Marks as read those about one subject, without an id those about any of its kind, and without a subject all. */
export const MarkReadSchema = Type.Object(
  {
    subject: Type.Optional(
      Type.Object(
        { kind: SubjectSchema.properties.kind, id: Type.Optional(IdSchema) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type MarkRead = Static<typeof MarkReadSchema>
