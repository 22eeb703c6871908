import { Type, type Static } from 'typebox'

import { AuditEntrySchema } from '#shared/admin/audit.ts'
import { DAY } from '#shared/lib/durations.ts'
import { AvailabilityEditSchema } from '#shared/meetings/availability.ts'
import { CalendarFeedSchema } from '#shared/events/calendar.ts'
import { MessageGroupSchema } from '#shared/events/desk.ts'
import { DISCUSSION_NEWS } from '#shared/events/discussion-rules.ts'
import { FeedbackEditSchema } from '#shared/events/feedback.ts'
import { PrivateNoteSchema, RelationshipSchema } from '#shared/people/connections.ts'
import { EventEditSchema, EventSummarySchema } from '#shared/events/schema.ts'
import { AnswersSchema } from '#shared/events/question-schema.ts'
import { ParticipationSchema } from '#shared/events/rsvp-schema.ts'
import { InvitationSchema, ImportedProfileSchema } from './invitations.ts'
import { OutcomeSchema, PromiseSchema, ThanksSchema } from '#shared/meetings/follow-up.ts'
import { VOTES } from '#shared/meetings/rules.ts'
import { MeetingSummarySchema } from '#shared/meetings/schema.ts'
import { OwnProfileSchema } from '#shared/people/members.ts'
import { PreferencesEditSchema } from '#shared/notifications/preferences.ts'
import { PrestigeRecordSchema, SharingSchema } from '#shared/prestige/schema.ts'
import { OwnReportSchema } from '#shared/moderation/reports.ts'
import { OwnSessionSchema } from './sessions.ts'

/** Milliseconds between the request and the deletion. */
export const DELETION_DELAY = 14 * DAY

export const DeletionSchema = Type.Object({
  /** ISO instant from which the deletion can no longer be cancelled. */
  deletionDueAt: Type.String(),
})
export type Deletion = Static<typeof DeletionSchema>

/** A record that an admin viewed private data. */
const AdminViewSchema = Type.Object({
  of: Type.Enum(['account', 'report', 'draft', 'list', 'search', 'download']),
  at: Type.String(),
})
export type AdminView = Static<typeof AdminViewSchema>
/** Latest first. */
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
  dismissedSuggestions: Type.Array(Type.Object({ of: Type.String(), dismissedAt: Type.String() })),
  /** Notifications as the sentences that are shown. */
  notifications: Type.Array(Type.Object({ text: Type.String(), at: Type.String(), unread: Type.Boolean() })),
  notificationPreferences: PreferencesEditSchema,
  /** Browsers with push notifications: their push service, and the time of the subscription. */
  pushSubscriptions: Type.Array(Type.Object({ service: Type.String(), since: Type.String() })),
  /** Emails of the last 90 days, with their outcome. */
  emails: Type.Array(Type.Object({ topic: Type.String(), at: Type.String(), state: Type.String() })),
  rsvps: Type.Array(
    Type.Object({
      event: Type.String(),
      ...Type.Omit(ParticipationSchema, [
        'position',
        'passedOverReason',
        'removalReason',
        'requestDeclined',
        'declineNote',
      ]).properties,
      answeredAt: Type.String(),
      /** The organiser's decision about it, with the reason. */
      command: Type.Optional(Type.Object({ kind: Type.String(), reason: Type.Optional(Type.String()) })),
    }),
  ),
  checkIns: Type.Array(
    Type.Object({ event: Type.String(), member: Type.String(), checkedInAt: Type.String() }),
  ),
  /** All fields of events that the member created; for events that they host, the fields that every member sees. */
  events: Type.Array(
    Type.Object({
      ...Type.Partial(EventEditSchema).properties,
      ...EventSummarySchema.properties,
      createdAt: Type.Optional(Type.String()),
      /** The product that the event was imported from. */
      imported: Type.Optional(Type.Object({ source: Type.String(), at: Type.String() })),
      /** Reason for the cancellation. */
      reason: Type.Optional(Type.String()),
    }),
  ),
  /** Invitations that the member used or asked to use with another address. */
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
  /** Invitations to events that the member got. */
  eventInvitations: Type.Array(
    Type.Object({
      event: Type.String(),
      by: Type.String(),
      at: Type.String(),
      remindedAt: Type.Optional(Type.String()),
    }),
  ),
  /** Answers to the questions of events. */
  eventAnswers: Type.Array(
    Type.Object({
      event: Type.String(),
      ...AnswersSchema.properties,
      answeredAt: Type.String(),
      deleteAfter: Type.String(),
    }),
  ),
  /** Questions and answers in discussions of events. */
  discussionPosts: Type.Array(
    Type.Object({
      event: Type.String(),
      /** Id of the question that it answers. */
      question: Type.Optional(Type.String()),
      text: Type.String(),
      at: Type.String(),
      editedAt: Type.Optional(Type.String()),
    }),
  ),
  discussionChoices: Type.Array(
    Type.Object({ event: Type.String(), news: Type.Enum([...DISCUSSION_NEWS]), chosenAt: Type.String() }),
  ),
  /** Series of events that the member joined. */
  series: Type.Array(
    Type.Object({
      series: Type.String(),
      isActive: Type.Boolean(),
      guests: Type.Integer(),
      joinedAt: Type.String(),
    }),
  ),
  /** Feedback on events that the member attended. */
  eventFeedback: Type.Array(
    Type.Object({ event: Type.String(), ...FeedbackEditSchema.properties, answeredAt: Type.String() }),
  ),
  /** Recaps of events that the member was the last to edit. */
  eventRecaps: Type.Array(Type.Object({ event: Type.String(), text: Type.String(), at: Type.String() })),
  /** Messages between organisers and single attendees that the member sent or received within 90 days. */
  attendeeMessages: Type.Array(
    Type.Object({
      event: Type.String(),
      by: Type.String(),
      member: Type.String(),
      text: Type.String(),
      at: Type.String(),
    }),
  ),
  /** Messages to groups of attendees that the member sent within 90 days. */
  groupMessages: Type.Array(
    Type.Object({
      event: Type.String(),
      group: MessageGroupSchema,
      text: Type.String(),
      at: Type.String(),
    }),
  ),
  calendarFeed: CalendarFeedSchema,
  /** The member's own settings. */
  availability: AvailabilityEditSchema,
  /** Introductions that the member made or is part of; `answer` is their own. */
  introductions: Type.Array(
    Type.Object({
      /** Undefined when two members chose to meet again after this event. */
      introducer: Type.Optional(Type.String()),
      event: Type.Optional(Type.String()),
      people: Type.Array(Type.String()),
      reason: Type.String(),
      introducedAt: Type.String(),
      connectedAt: Type.Optional(Type.String()),
      answer: Type.Optional(Type.Enum(['accepted', 'declined'])),
    }),
  ),
  /** Members that the member would like to meet again after an event. */
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
      /** The member's own votes, by slot. */
      votes: Type.Array(Type.Object({ slot: Type.String(), vote: Type.Enum([...VOTES]) })),
      /** The member's answer to whether it took place. */
      confirmed: Type.Optional(Type.Boolean()),
      notes: Type.Optional(Type.String()),
      /** Outcomes that concern the member, like promises and thanks. */
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
  /** Activity by day and week, without details. */
  activity: Type.Object({
    /** Date of the last active day. */
    activeOn: Type.Optional(Type.String()),
    /** The Mondays of the weeks with activity, of the last twelve. */
    activeWeeks: Type.Array(Type.String()),
    /** Date of the first growth meeting that the member confirmed as held. */
    metOn: Type.Optional(Type.String()),
  }),
  /** Reports that the member sent. */
  reports: Type.Array(Type.Omit(OwnReportSchema, ['id'])),
  /** Errors in the member's browser of which samples are kept: at most 30 days. */
  clientErrors: Type.Array(
    Type.Object({
      at: Type.String(),
      type: Type.String(),
      message: Type.String(),
      path: Type.String(),
      userAgent: Type.String(),
    }),
  ),
  /** The member's choice, and the language of their last sign-in. */
  language: Type.Object({
    chosen: Type.Optional(Type.String()),
    signedInWith: Type.Optional(Type.String()),
  }),
  /** Texts that the member agreed to. */
  termsAgreements: Type.Array(Type.Object({ version: Type.Integer(), agreedAt: Type.String() })),
  auditLog: Type.Array(Type.Omit(AuditEntrySchema, ['id', 'actor', 'target', 'sessionHash'])),
})
export type AccountData = Static<typeof AccountDataSchema>
