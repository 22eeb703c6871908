import { Type, type Static } from 'typebox'

import { EVENT_LIMITS } from './event-rules.ts'
import { HiddenSchema } from './hidden.ts'
import { MemberCardSchema } from './members.ts'

export const AnnouncementEditSchema = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: EVENT_LIMITS.announcement, pattern: '\\S' }) },
  { additionalProperties: false },
)
const Count = Type.Integer()

const DeliveryProgressSchema = Type.Object({
  /** While members are being notified in the app. Without numbers before the first are. */
  notifying: Type.Optional(Type.Object({ reached: Type.Optional(Count), left: Type.Optional(Count) })),
  /** To those who want one. `failed`: not delivered for good. Absent where the server sends none. */
  emails: Type.Optional(Type.Object({ queued: Count, sent: Count, failed: Count })),
})
export type DeliveryProgress = Static<typeof DeliveryProgressSchema>

/** Shown to organisers, and to everyone who answered other than with can't go; the latest first. */
export const AnnouncementSchema = Type.Object({
  id: Type.String(),
  /** Empty when it is withheld. */
  text: Type.String(),
  /** The viewer has blocked the author, and gets the text on request alone (decision 096). */
  withheld: Type.Optional(Type.Literal(true)),
  /** Absent when the viewer may not see the author. */
  by: Type.Optional(MemberCardSchema),
  at: Type.String(),
  /** An admin has hidden it; only those who manage the event still see it. */
  hidden: Type.Optional(HiddenSchema),
  /** For those who manage the event, of the latest. */
  delivery: Type.Optional(DeliveryProgressSchema),
})
export type Announcement = Static<typeof AnnouncementSchema>
/** Whom an announcement would be sent to now: members, by their RSVP. */
export const AnnouncementAudienceSchema = Type.Object({
  going: Count,
  waitlisted: Count,
  offered: Count,
  maybe: Count,
})
export type AnnouncementAudience = Static<typeof AnnouncementAudienceSchema>
export const AnnouncementsSchema = Type.Object({ items: Type.Array(AnnouncementSchema) })
