import { Type, type Static } from 'typebox'

import { AuditEntrySchema } from './admin.ts'
import { AvailabilityEditSchema } from './availability.ts'
import { CalendarFeedSchema } from './calendar.ts'
import { PrivateNoteSchema, RelationshipSchema } from './connections.ts'
import { EventEditSchema, EventSummarySchema, ParticipationSchema } from './events.ts'
import { InvitationSchema, ImportedProfileSchema } from './invitations.ts'
import { OutcomeSchema, PromiseSchema, ThanksSchema } from './meeting-follow-up.ts'
import { VOTES } from './meeting-rules.ts'
import { MeetingSummarySchema } from './meetings.ts'
import { OwnProfileSchema } from './members.ts'
import { PreferencesEditSchema } from './notification-preferences.ts'
import { PrestigeRecordSchema, SharingSchema } from './prestige.ts'
import { OwnReportSchema } from './reports.ts'
import { OwnSessionSchema } from './session.ts'

/** Between the request and the deletion. Milliseconds. */
export const DELETION_DELAY = 14 * 24 * 60 * 60 * 1_000

export const DeletionSchema = Type.Object({
  /** ISO instant from which the deletion can no longer be cancelled. */
  deletionDueAt: Type.String(),
})
export type Deletion = Static<typeof DeletionSchema>

/** That an admin looked into what is private. */
const AdminViewSchema = Type.Object({
  of: Type.Enum(['account', 'report', 'draft', 'list', 'search', 'download']),
  at: Type.String(),
})
export type AdminView = Static<typeof AdminViewSchema>
/** The latest first. */
export const AdminViewsSchema = Type.Object({ items: Type.Array(AdminViewSchema) })

/**
 * The account export: all stored data of a member that they are entitled to see. Other members appear as ids only.
 */
export const AccountDataSchema = Type.Object({
  exportedAt: Type.String(),
  profile: OwnProfileSchema,
  sessions: Type.Array(
    Type.Object({
      expiresAt: Type.String(),
      live: Type.Boolean(),
      ...Type.Omit(OwnSessionSchema, ['id', 'current']).properties,
    }),
  ),
  images: Type.Array(Type.Object({ id: Type.String(), type: Type.String(), base64: Type.String() })),
  connections: Type.Array(RelationshipSchema),
  recentRequests: Type.Array(Type.String()),
  privateNotes: Type.Array(
    Type.Object({
      about: Type.String(),
      ...Type.Omit(PrivateNoteSchema, ['version']).properties,
      changedAt: Type.String(),
    }),
  ),
  blockedMembers: Type.Array(Type.Object({ blocked: Type.String(), blockedAt: Type.String() })),
  dismissedIntroductions: Type.Array(Type.Object({ of: Type.String(), dismissedAt: Type.String() })),
  /** In sentences, as they are shown. */
  notifications: Type.Array(Type.Object({ text: Type.String(), at: Type.String(), unread: Type.Boolean() })),
  notificationPreferences: PreferencesEditSchema,
  /** Browsers with push notifications: whose service delivers them, and since when. */
  pushSubscriptions: Type.Array(Type.Object({ service: Type.String(), since: Type.String() })),
  /** Those of the last 90 days, and what became of them. */
  emails: Type.Array(Type.Object({ topic: Type.String(), at: Type.String(), state: Type.String() })),
  rsvps: Type.Array(
    Type.Object({
      event: Type.String(),
      ...Type.Omit(ParticipationSchema, ['position', 'passedOverReason', 'removalReason']).properties,
      answeredAt: Type.String(),
      /** What an organiser decided about it, and why. */
      command: Type.Optional(Type.Object({ kind: Type.String(), reason: Type.Optional(Type.String()) })),
    }),
  ),
  checkIns: Type.Array(
    Type.Object({ event: Type.String(), member: Type.String(), checkedInAt: Type.String() }),
  ),
  /** All fields of events the member created; what every member sees of events they host. */
  events: Type.Array(
    Type.Object({
      ...Type.Partial(EventEditSchema).properties,
      ...EventSummarySchema.properties,
      createdAt: Type.Optional(Type.String()),
      /** Why it was cancelled. */
      reason: Type.Optional(Type.String()),
    }),
  ),
  /** Those that the member used, and those that they asked to use with another address. */
  invitations: Type.Array(
    Type.Object({
      state: InvitationSchema.properties.state,
      sentAt: Type.Optional(Type.String()),
      email: Type.Optional(Type.String()),
      profile: Type.Optional(ImportedProfileSchema),
      request: InvitationSchema.properties.request,
    }),
  ),
  announcements: Type.Array(Type.Object({ event: Type.String(), text: Type.String(), at: Type.String() })),
  /** From organisers to single attendees: those that the member sent or got within 90 days. */
  attendeeMessages: Type.Array(
    Type.Object({
      event: Type.String(),
      by: Type.String(),
      member: Type.String(),
      text: Type.String(),
      at: Type.String(),
    }),
  ),
  calendarFeed: CalendarFeedSchema,
  /** As the member set it. */
  availability: AvailabilityEditSchema,
  /** Made by the member, or of them and someone else; `answer` is their own. */
  memberIntroductions: Type.Array(
    Type.Object({
      /** Absent where two members chose to meet again after this event. */
      introducer: Type.Optional(Type.String()),
      event: Type.Optional(Type.String()),
      people: Type.Array(Type.String()),
      reason: Type.String(),
      introducedAt: Type.String(),
      connectedAt: Type.Optional(Type.String()),
      answer: Type.Optional(Type.Enum(['accepted', 'declined'])),
    }),
  ),
  /** Whom the member would like to meet again after an event. */
  meetAgainChoices: Type.Array(
    Type.Object({ event: Type.String(), of: Type.String(), chosenAt: Type.String() }),
  ),
  growthMeetings: Type.Array(
    Type.Object({
      ...MeetingSummarySchema.properties,
      organised: Type.Boolean(),
      proposedAt: Type.String(),
      participants: Type.Array(Type.String()),
      place: Type.Optional(Type.String()),
      joinUrl: Type.Optional(Type.String()),
      agenda: Type.Optional(Type.Array(Type.String())),
      /** The member's own, by slot. */
      votes: Type.Array(Type.Object({ slot: Type.String(), vote: Type.Enum([...VOTES]) })),
      /** What the member answered to whether it took place. */
      confirmed: Type.Optional(Type.Boolean()),
      notes: Type.Optional(Type.String()),
      /** Those that concern the member, like promises and thanks. */
      outcomes: Type.Optional(Type.Array(OutcomeSchema)),
      promises: Type.Optional(Type.Array(PromiseSchema)),
      thanks: Type.Optional(Type.Array(ThanksSchema)),
    }),
  ),
  prestige: Type.Array(PrestigeRecordSchema),
  prestigeSharing: Type.Object({
    ...SharingSchema.properties,
    linkCreatedAt: Type.Optional(Type.String()),
  }),
  /** By the day and the week, without what the member did. */
  activity: Type.Object({
    /** Date of the last active day. */
    activeOn: Type.Optional(Type.String()),
    /** The Mondays of the weeks with activity, of the last twelve. */
    activeWeeks: Type.Array(Type.String()),
    /** Date of the first growth meeting that the member confirmed as held. */
    metOn: Type.Optional(Type.String()),
  }),
  /** Those that the member sent. */
  reports: Type.Array(Type.Omit(OwnReportSchema, ['id'])),
  /** Errors in the member's browser, as far as samples of them are kept: 30 days at most. */
  clientErrors: Type.Array(
    Type.Object({
      at: Type.String(),
      type: Type.String(),
      message: Type.String(),
      path: Type.String(),
      userAgent: Type.String(),
    }),
  ),
  /** What they agreed to. */
  consents: Type.Array(Type.Object({ version: Type.Integer(), agreedAt: Type.String() })),
  auditLog: Type.Array(Type.Omit(AuditEntrySchema, ['id', 'actor', 'target', 'sessionHash'])),
})
export type AccountData = Static<typeof AccountDataSchema>
