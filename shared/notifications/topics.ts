import { NOTIFICATION_TOPICS, type NotificationTopic } from '#shared/operations/notification-topics.ts'

import * as m from './messages.ts'

/** How members are notified about each topic. Does not import the schema library, so that the browser can import it. */

/** `push` reaches the browsers in which the member has switched it on. */
export const NOTIFICATION_CHANNELS = ['inApp', 'email', 'push'] as const
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number]
export type Channels = Record<NotificationChannel, boolean>

interface TopicSettings {
  label: () => string
  group: 'people' | 'events' | 'meetings' | 'organising' | 'chapters' | 'community'
  /** Channels for members who have chosen nothing. */
  defaults: Channels
  /** Sent by every channel, whatever the member has chosen: cancellations and changes of time. */
  always?: true
  /** Its emails wait for the digest, for members who get one. */
  canWait?: true
  /**
   * It is about an event or a chapter rather than the person who caused it: a block between two members does not silence it
   * (decision 096).
   */
  despiteBlocks?: true
}

const EVERYWHERE: Channels = { inApp: true, email: true, push: true }
const WITHOUT_PUSH: Channels = { inApp: true, email: true, push: false }
const ONLY_EMAIL: Channels = { inApp: false, email: true, push: false }

const TOPICS = {
  connectionRequest: {
    label: m.topicConnectionRequest,
    group: 'people',
    defaults: EVERYWHERE,
    canWait: true,
  },
  connectionAccepted: {
    label: m.topicConnectionAccepted,
    group: 'people',
    defaults: EVERYWHERE,
    canWait: true,
  },
  introduction: { label: m.topicIntroduction, group: 'people', defaults: EVERYWHERE, canWait: true },
  round: { label: m.topicRound, group: 'people', defaults: WITHOUT_PUSH, canWait: true },
  matchingAsks: { label: m.topicMatchingAsks, group: 'people', defaults: ONLY_EMAIL },
  askFulfilled: { label: m.topicAskFulfilled, group: 'people', defaults: EVERYWHERE, canWait: true },
  thanks: { label: m.topicThanks, group: 'people', defaults: EVERYWHERE, canWait: true },
  prestigeChanged: { label: m.topicPrestigeChanged, group: 'people', defaults: WITHOUT_PUSH, canWait: true },
  eventRole: { label: m.topicEventRole, group: 'events', defaults: EVERYWHERE },
  newEvent: { label: m.topicNewEvent, group: 'events', defaults: EVERYWHERE, canWait: true },
  eventInvitation: { label: m.topicEventInvitation, group: 'events', defaults: EVERYWHERE },
  eventChanged: { label: m.topicEventChanged, group: 'events', defaults: EVERYWHERE, always: true },
  eventCancelled: { label: m.topicEventCancelled, group: 'events', defaults: EVERYWHERE, always: true },
  rsvpConfirmed: { label: m.topicRsvpConfirmed, group: 'events', defaults: ONLY_EMAIL },
  seatOffered: { label: m.topicSeatOffered, group: 'events', defaults: EVERYWHERE },
  seatPromoted: { label: m.topicSeatPromoted, group: 'events', defaults: EVERYWHERE },
  passedOver: { label: m.topicPassedOver, group: 'events', defaults: EVERYWHERE },
  addedToEvent: { label: m.topicAddedToEvent, group: 'events', defaults: EVERYWHERE },
  requestAccepted: { label: m.topicRequestAccepted, group: 'events', defaults: EVERYWHERE },
  requestDeclined: { label: m.topicRequestDeclined, group: 'events', defaults: EVERYWHERE },
  requestExpired: { label: m.topicRequestExpired, group: 'events', defaults: EVERYWHERE },
  removedFromEvent: {
    label: m.topicRemovedFromEvent,
    group: 'events',
    defaults: EVERYWHERE,
    always: true,
  },
  organiserMessage: { label: m.topicOrganiserMessage, group: 'events', defaults: EVERYWHERE },
  announcement: { label: m.topicAnnouncement, group: 'events', defaults: EVERYWHERE, despiteBlocks: true },
  discussion: { label: m.topicDiscussion, group: 'events', defaults: EVERYWHERE, canWait: true },
  questionsAdded: { label: m.topicQuestionsAdded, group: 'events', defaults: EVERYWHERE },
  eventFeedback: { label: m.topicEventFeedback, group: 'events', defaults: EVERYWHERE, canWait: true },
  eventReminder: { label: m.topicEventReminder, group: 'events', defaults: EVERYWHERE },
  meetingProposed: { label: m.topicMeetingProposed, group: 'meetings', defaults: EVERYWHERE },
  meetingScheduled: { label: m.topicMeetingScheduled, group: 'meetings', defaults: EVERYWHERE },
  meetingChanged: {
    label: m.topicMeetingChanged,
    group: 'meetings',
    defaults: EVERYWHERE,
    always: true,
  },
  meetingReminder: { label: m.topicMeetingReminder, group: 'meetings', defaults: EVERYWHERE },
  meetingConfirm: { label: m.topicMeetingConfirm, group: 'meetings', defaults: EVERYWHERE },
  promiseDue: { label: m.topicPromiseDue, group: 'meetings', defaults: EVERYWHERE },
  chapterRequest: { label: m.topicChapterRequest, group: 'chapters', defaults: EVERYWHERE },
  chapterMembership: { label: m.topicChapterMembership, group: 'chapters', defaults: EVERYWHERE },
  chapterSuccession: { label: m.topicChapterSuccession, group: 'chapters', defaults: EVERYWHERE },
  chapterTerm: { label: m.topicChapterTerm, group: 'chapters', defaults: EVERYWHERE },
  chapterLetter: {
    label: m.topicChapterLetter,
    group: 'chapters',
    defaults: EVERYWHERE,
    despiteBlocks: true,
  },
  memberApproved: { label: m.topicApproval, group: 'people', defaults: EVERYWHERE, always: true },
  memberDeclined: { label: m.topicApproval, group: 'people', defaults: EVERYWHERE, always: true },
  memberAwaitsApproval: { label: m.topicMemberAwaitsApproval, group: 'community', defaults: EVERYWHERE },
  consentRequested: {
    label: m.topicConsentRequested,
    group: 'community',
    defaults: EVERYWHERE,
  },
  reportReceived: { label: m.topicReportReceived, group: 'community', defaults: EVERYWHERE },
  clientErrorRegressed: { label: m.topicClientErrorRegressed, group: 'community', defaults: EVERYWHERE },
  reportDecided: { label: m.topicReportDecided, group: 'people', defaults: EVERYWHERE },
  contentHidden: { label: m.topicContentHidden, group: 'people', defaults: EVERYWHERE, always: true },
  warning: { label: m.topicWarning, group: 'people', defaults: EVERYWHERE, always: true },
  organiserChanged: { label: m.topicOrganiserChanged, group: 'organising', defaults: EVERYWHERE },
  pictureRemoval: { label: m.topicPictureRemoval, group: 'organising', defaults: EVERYWHERE },
  newRsvps: { label: m.topicNewRsvps, group: 'organising', defaults: EVERYWHERE, canWait: true },
} as const satisfies Record<NotificationTopic, TopicSettings>

export const TOPIC_SETTINGS: Readonly<Record<NotificationTopic, TopicSettings>> = TOPICS

/** The topics that are listed under these headings. */
export type TopicOfGroup<Group extends TopicSettings['group']> = {
  [T in NotificationTopic]: (typeof TOPICS)[T]['group'] extends Group ? T : never
}[NotificationTopic]

/**
 * Includes emails that are no notifications: the digest, and those that cannot be switched off, to the former
 * address of an account, to an invited person or guest, to an address that has to be verified and to one that signs in.
 */
export const EMAIL_TOPICS = [
  ...NOTIFICATION_TOPICS,
  'digest',
  'emailChanged',
  'guestInvitation',
  'invitation',
  'verification',
  'signInCode',
] as const
export type EmailTopic = (typeof EMAIL_TOPICS)[number]

/** Headings. */
export const TOPIC_GROUPS: Readonly<Record<TopicSettings['group'], () => string>> = {
  people: m.groupPeople,
  events: m.groupEvents,
  meetings: m.groupMeetings,
  organising: m.groupOrganising,
  chapters: m.groupChapters,
  community: m.groupCommunity,
}

export const OPTIONAL_TOPICS = NOTIFICATION_TOPICS.filter((topic) => !TOPIC_SETTINGS[topic].always)

/** Intervals at which emails that can wait arrive together, at 08:00 in the member's zone; weekly on Mondays. */
export const DIGESTS = ['off', 'daily', 'weekly'] as const
export type Digest = (typeof DIGESTS)[number]

/** Topics that also reach members who are not active. */
export const ACCOUNT_TOPICS: readonly NotificationTopic[] = ['memberApproved', 'memberDeclined']
