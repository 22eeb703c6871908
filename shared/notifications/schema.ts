import { Type, type Static } from 'typebox'

import { IDENTIFIED_LIVE_VIEWS, type LiveView, MAX_LIVE_VIEWS } from './live-views.ts'
import { MemberCardSchema, MemberRoleSchema } from '#shared/people/members.ts'
import { TIERS } from '#shared/people/tiers.ts'
import { NOTIFICATION_TOPICS } from '#shared/operations/notification-topics.ts'
import { SubjectSchema } from '#shared/operations/notification-subject.ts'
import { IdSchema, pageOf } from '#shared/lib/page.ts'

const NotificationSchema = Type.Object({
  id: Type.String(),
  topic: Type.Enum([...NOTIFICATION_TOPICS]),
  /** The event in one sentence. */
  text: Type.String(),
  subject: SubjectSchema,
  /** The member who caused it. */
  actor: Type.Optional(MemberCardSchema),
  /** Start of the event or meeting that it is about. ISO instant. */
  startsAt: Type.Optional(Type.String()),
  /** Time zone of an all-day event, in which the start is read. */
  dayZone: Type.Optional(Type.String()),
  /** The higher tier that the member has reached, if it is about that. */
  tier: Type.Optional(Type.Enum([...TIERS])),
  /** ISO instant. */
  at: Type.String(),
  unread: Type.Boolean(),
})
export type Notification = Static<typeof NotificationSchema>
/** Latest first. */
export const NotificationPageSchema = pageOf(NotificationSchema)

export const UnreadSchema = Type.Object({
  unread: Type.Integer(),
  /** The member's own role, so that every open page notices a change. */
  role: Type.Optional(MemberRoleSchema),
})
export type Unread = Static<typeof UnreadSchema>

/**
 * A message of a stream: the number of unread notifications, or the views that have changed among those it was
 * opened for.
 */
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

/**
 * Marks notifications as read: those about one subject, those about all subjects of a kind if `id` is missing, or all
 * if `subject` is missing.
 */
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
