/** What members are notified of. Imports nothing, so that the browser can import it. */
export const NOTIFICATION_TOPICS = [
  'connectionRequest',
  'connectionAccepted',
  'newEvent',
  'eventChanged',
  'eventCancelled',
  'eventReminder',
  'seatOffered',
  'seatPromoted',
  'passedOver',
  'addedToEvent',
  'removedFromEvent',
  'organiserMessage',
  'announcement',
  'meetingProposed',
  'meetingScheduled',
  'meetingChanged',
  'meetingReminder',
  'meetingConfirm',
  'promiseDue',
  'thanks',
  'prestigeChanged',
  'introduction',
  'newRsvps',
  'organiserChanged',
  'memberAwaitsApproval',
  'consentRequested',
  'memberApproved',
  'memberDeclined',
  'reportReceived',
  'reportDecided',
  'contentHidden',
  'warning',
  'clientErrorRegressed',
] as const
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number]

/**
 * Also emails that are no notifications: a digest of some, and those that nobody can switch off, to the former address of
 * an account, to an invited person and to an address that is to be verified.
 */
export const EMAIL_TOPICS = [
  ...NOTIFICATION_TOPICS,
  'digest',
  'emailChanged',
  'invitation',
  'verification',
] as const
export type EmailTopic = (typeof EMAIL_TOPICS)[number]

export const isNotification = (topic: EmailTopic): topic is NotificationTopic =>
  (NOTIFICATION_TOPICS as readonly string[]).includes(topic)

/** `push` to the browsers in which the member has switched it on. */
export const NOTIFICATION_CHANNELS = ['inApp', 'email', 'push'] as const
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number]
export type Channels = Record<NotificationChannel, boolean>

interface TopicSettings {
  label: string
  group: 'people' | 'events' | 'meetings' | 'organising' | 'community'
  /** For members who have chosen nothing. */
  defaults: Channels
  /** By every channel, whatever the member has chosen: cancellations and changes of time. */
  always?: true
  /** Its emails wait for the digest, for members who get one. */
  canWait?: true
  /** It concerns an event more than the person who caused it: a block between two members does not silence it (decision 096). */
  despiteBlocks?: true
}

const EVERYWHERE: Channels = { inApp: true, email: true, push: true }
const WITHOUT_PUSH: Channels = { inApp: true, email: true, push: false }

/** In the order in which settings list them. */
export const TOPIC_SETTINGS: Readonly<Record<NotificationTopic, TopicSettings>> = {
  connectionRequest: { label: 'Connection requests', group: 'people', defaults: EVERYWHERE, canWait: true },
  connectionAccepted: { label: 'Accepted requests', group: 'people', defaults: EVERYWHERE, canWait: true },
  introduction: { label: 'Introductions', group: 'people', defaults: EVERYWHERE, canWait: true },
  thanks: { label: 'Thanks', group: 'people', defaults: EVERYWHERE, canWait: true },
  prestigeChanged: { label: 'Prestige', group: 'people', defaults: WITHOUT_PUSH, canWait: true },
  newEvent: { label: 'New events', group: 'events', defaults: EVERYWHERE, canWait: true },
  eventChanged: { label: 'New time or place', group: 'events', defaults: EVERYWHERE, always: true },
  eventCancelled: { label: 'Cancelled events', group: 'events', defaults: EVERYWHERE, always: true },
  seatOffered: { label: 'Offered seats', group: 'events', defaults: EVERYWHERE },
  seatPromoted: { label: 'Seats from the waitlist', group: 'events', defaults: EVERYWHERE },
  passedOver: { label: 'Waitlist passed over', group: 'events', defaults: EVERYWHERE },
  addedToEvent: { label: 'Added to an event', group: 'events', defaults: EVERYWHERE },
  removedFromEvent: {
    label: 'Removed from an event',
    group: 'events',
    defaults: EVERYWHERE,
    always: true,
  },
  organiserMessage: { label: 'Messages from organisers', group: 'events', defaults: EVERYWHERE },
  announcement: { label: 'Announcements', group: 'events', defaults: EVERYWHERE, despiteBlocks: true },
  eventReminder: { label: 'Event reminders', group: 'events', defaults: EVERYWHERE },
  meetingProposed: { label: 'Proposed meetings', group: 'meetings', defaults: EVERYWHERE },
  meetingScheduled: { label: 'Scheduled meetings', group: 'meetings', defaults: EVERYWHERE },
  meetingChanged: {
    label: 'Changed or cancelled meetings',
    group: 'meetings',
    defaults: EVERYWHERE,
    always: true,
  },
  meetingReminder: { label: 'Meeting reminders', group: 'meetings', defaults: EVERYWHERE },
  meetingConfirm: { label: 'Meetings to confirm', group: 'meetings', defaults: EVERYWHERE },
  promiseDue: { label: 'Promises due', group: 'meetings', defaults: EVERYWHERE },
  memberApproved: { label: 'Approval', group: 'people', defaults: EVERYWHERE, always: true },
  memberDeclined: { label: 'Approval', group: 'people', defaults: EVERYWHERE, always: true },
  memberAwaitsApproval: { label: 'People awaiting approval', group: 'community', defaults: EVERYWHERE },
  consentRequested: {
    label: 'Requests to join with another address',
    group: 'community',
    defaults: EVERYWHERE,
  },
  reportReceived: { label: 'New reports', group: 'community', defaults: EVERYWHERE },
  clientErrorRegressed: { label: 'Errors seen again', group: 'community', defaults: EVERYWHERE },
  reportDecided: { label: 'Your reports', group: 'people', defaults: EVERYWHERE },
  contentHidden: { label: 'Hidden content', group: 'people', defaults: EVERYWHERE, always: true },
  warning: { label: 'Warnings', group: 'people', defaults: EVERYWHERE, always: true },
  organiserChanged: { label: 'Changes of organiser', group: 'organising', defaults: EVERYWHERE },
  newRsvps: { label: 'New RSVPs', group: 'organising', defaults: EVERYWHERE, canWait: true },
}

/** Headings; the last two are for organisers and admins, and for admins only. */
export const TOPIC_GROUPS: Readonly<Record<TopicSettings['group'], string>> = {
  people: 'People',
  events: 'Events',
  meetings: 'Growth meetings',
  organising: 'Your events',
  community: 'Community',
}

export const OPTIONAL_TOPICS = NOTIFICATION_TOPICS.filter((topic) => !TOPIC_SETTINGS[topic].always)

/** How often emails that can wait arrive together, at 08:00 in the member's zone; weekly on Mondays. */
export const DIGESTS = ['off', 'daily', 'weekly'] as const
export type Digest = (typeof DIGESTS)[number]

/** What a notification is about. Opening it marks its notifications as read. */
export const SUBJECT_KINDS = [
  'event',
  'meeting',
  'connection',
  'request',
  'introduction',
  'prestige',
  'applicant',
  'invitation',
  'membership',
  'report',
  'ownReport',
  'warning',
  'clientError',
] as const

/** Also for members who are not active. */
export const ACCOUNT_TOPICS: readonly NotificationTopic[] = ['memberApproved', 'memberDeclined']

/** Notifications are deleted after this. Milliseconds. */
export const NOTIFICATION_LIFETIME = 90 * 24 * 60 * 60 * 1_000
