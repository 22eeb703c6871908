import { Type, type Static } from 'typebox'

import { IDENTIFIED_LIVE_VIEWS, type LiveView, MAX_LIVE_VIEWS } from './live-views.ts'
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

/** What a stream sends: the number of unread notifications, or which of the views that it was opened for have changed. */
export type StreamEvent = Unread | { stale: LiveView[] }

export const StreamQuerySchema = Type.Object(
  {
    /** The live views that the browser shows. */
    view: Type.Optional(
      Type.Array(
        Type.Unsafe<LiveView>({
          type: 'string',
          pattern: `^(meetings|(${IDENTIFIED_LIVE_VIEWS.join('|')}):[A-Za-z0-9_.:-]{1,128})$`,
        }),
        { maxItems: MAX_LIVE_VIEWS, uniqueItems: true },
      ),
    ),
  },
  { additionalProperties: false },
)

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
