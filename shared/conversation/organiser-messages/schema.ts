import { Type, type Static } from 'typebox'

import { ofEvent, ofEventMember } from '#shared/events/route-ids.ts'
import { EVENT_LIMITS, QUESTION_LIMITS } from '#shared/events/rules.ts'
import { HiddenSchema } from '#shared/lib/hidden.ts'
import { IdSchema } from '#shared/lib/page.ts'
import { IdempotencyKeyHeaderSchema, ids, NO_CONTENT } from '#shared/lib/route-parts.ts'
import { MemberCardSchema } from '#shared/people/members.ts'

import { MESSAGE_GROUPS } from './rules.ts'

const Count = Type.Integer()
const textOf = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })
const STRICT = { additionalProperties: false }

const DeliveryProgressSchema = Type.Object({
  /** Progress while members are being notified in the app. Without numbers until the first are. */
  notifying: Type.Optional(Type.Object({ reached: Type.Optional(Count), left: Type.Optional(Count) })),
  /**
   * Emails to members who want them. `failed` counts permanent failures. Undefined when the server sends no emails.
   */
  emails: Type.Optional(Type.Object({ queued: Count, sent: Count, failed: Count })),
})
export type DeliveryProgress = Static<typeof DeliveryProgressSchema>

/** Shown to organisers, and to everyone with an RSVP other than can't go; latest first. */
const AnnouncementSchema = Type.Object({
  id: Type.String(),
  /** Empty when it is withheld. */
  text: Type.String(),
  /** The viewer has blocked the author, and gets the text only on request (decision 096). */
  withheld: Type.Optional(Type.Literal(true)),
  /** Undefined when the viewer may not see the author. */
  by: Type.Optional(MemberCardSchema),
  at: Type.String(),
  /** An admin has hidden it; only people who manage the event still see it. */
  hidden: Type.Optional(HiddenSchema),
  /** Progress of the latest one, for people who manage the event. */
  delivery: Type.Optional(DeliveryProgressSchema),
})
export type Announcement = Static<typeof AnnouncementSchema>
/** Numbers of members that an announcement would be sent to now, by their RSVP. */
const AnnouncementAudienceSchema = Type.Object({
  going: Count,
  waitlisted: Count,
  offered: Count,
  maybe: Count,
})
export type AnnouncementAudience = Static<typeof AnnouncementAudienceSchema>
const AnnouncementsSchema = Type.Object({ items: Type.Array(AnnouncementSchema) })

export const MessageGroupSchema = Type.Object(
  {
    kind: Type.Enum([...MESSAGE_GROUPS]),
    /** The question, and the choice that these people gave. */
    question: Type.Optional(IdSchema),
    value: Type.Optional(Type.String({ maxLength: QUESTION_LIMITS.option })),
  },
  STRICT,
)
export type MessageGroup = Static<typeof MessageGroupSchema>

const GroupMessageSchema = Type.Object({
  id: Type.String(),
  group: MessageGroupSchema,
  text: Type.String(),
  /** Undefined for former members, and for members whom the viewer may not see. */
  by: Type.Optional(MemberCardSchema),
  at: Type.String(),
  /** Number of members to whom it went. */
  recipients: Count,
})
export type GroupMessage = Static<typeof GroupMessageSchema>

/** The groups with the number of members whom a message would reach now, and messages of the last 90 days. */
const GroupMessagesSchema = Type.Object({
  groups: Type.Array(Type.Object({ group: MessageGroupSchema, people: Count })),
  sent: Type.Array(GroupMessageSchema),
})
export type GroupMessages = Static<typeof GroupMessagesSchema>

export const organiserMessagesApi = {
  'GET /api/events/:eventId/announcements': {
    summary: 'List an event’s announcements',
    params: ofEvent,
    response: { 200: AnnouncementsSchema },
  },
  'GET /api/events/:eventId/announcements/:announcementId': {
    summary: 'Get an announcement',
    params: ids('eventId', 'announcementId'),
    response: { 200: AnnouncementSchema },
  },
  'GET /api/events/:eventId/announcements/audience': {
    summary: 'Count the recipients of an announcement',
    params: ofEvent,
    response: { 200: AnnouncementAudienceSchema },
  },
  'POST /api/events/:eventId/announcements': {
    summary: 'Send an announcement to an event’s attendees',
    headers: IdempotencyKeyHeaderSchema,
    params: ofEvent,
    body: Type.Object({ text: textOf(EVENT_LIMITS.announcement) }, STRICT),
    response: { 201: AnnouncementSchema },
  },
  'GET /api/events/:eventId/messages': {
    summary: 'List messages to groups of an event’s attendees, and the groups',
    params: ofEvent,
    response: { 200: GroupMessagesSchema },
  },
  'POST /api/events/:eventId/messages': {
    summary: 'Send a message to a group of an event’s attendees',
    headers: IdempotencyKeyHeaderSchema,
    params: ofEvent,
    body: Type.Object({ group: MessageGroupSchema, text: textOf(EVENT_LIMITS.message) }, STRICT),
    response: { 201: Type.Object({ recipients: Count }) },
  },
  'POST /api/events/:eventId/roster/:memberId/messages': {
    summary: 'Send a message to one attendee',
    headers: IdempotencyKeyHeaderSchema,
    params: ofEventMember,
    body: Type.Object({ text: textOf(EVENT_LIMITS.message) }, STRICT),
    response: NO_CONTENT,
  },
}
