import { Type, type Static } from 'typebox'

import { EVENT_LIMITS } from '#shared/events/rules.ts'
import { HiddenSchema } from '#shared/lib/hidden.ts'
import { MemberCardSchema } from '#shared/people/members.ts'
import { IdempotencyKeyHeaderSchema, ids } from '#shared/lib/route-parts.ts'
import { ofEvent } from '#shared/events/route-ids.ts'

const AnnouncementEditSchema = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: EVENT_LIMITS.announcement, pattern: '\\S' }) },
  { additionalProperties: false },
)
const Count = Type.Integer()

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

const ofEventAnnouncement = ids('eventId', 'announcementId')

export const announcementsApi = {
  'GET /api/events/:eventId/announcements': {
    summary: 'List an event’s announcements',
    params: ofEvent,
    response: { 200: AnnouncementsSchema },
  },
  'GET /api/events/:eventId/announcements/:announcementId': {
    summary: 'Get an announcement',
    params: ofEventAnnouncement,
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
    body: AnnouncementEditSchema,
    response: { 201: AnnouncementSchema },
  },
}
