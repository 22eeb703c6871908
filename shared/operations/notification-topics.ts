import { DAY } from '#shared/lib/durations.ts'

/** Notifications to members, as the outbox records them. Does not import the schema library, so that browsers can use it. */

/** Topics in the order of the settings. */
export const NOTIFICATION_TOPICS = [
  'connectionRequest',
  'connectionAccepted',
  'introduction',
  'matchingAsks',
  'askFulfilled',
  'round',
  'thanks',
  'prestigeChanged',
  'eventRole',
  'newEvent',
  'eventInvitation',
  'eventChanged',
  'eventCancelled',
  'rsvpConfirmed',
  'seatOffered',
  'seatPromoted',
  'passedOver',
  'addedToEvent',
  'requestAccepted',
  'requestDeclined',
  'requestExpired',
  'removedFromEvent',
  'organiserMessage',
  'announcement',
  'discussion',
  'questionsAdded',
  'eventFeedback',
  'eventReminder',
  'meetingProposed',
  'meetingScheduled',
  'meetingChanged',
  'meetingReminder',
  'meetingConfirm',
  'promiseDue',
  'chapterRequest',
  'chapterMembership',
  'chapterSuccession',
  'chapterTerm',
  'chapterLetter',
  'memberApproved',
  'memberDeclined',
  'memberAwaitsApproval',
  'consentRequested',
  'reportReceived',
  'clientErrorRegressed',
  'reportDecided',
  'contentHidden',
  'warning',
  'organiserChanged',
  'pictureRemoval',
  'newRsvps',
] as const
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number]

export const isNotification = (topic: string): topic is NotificationTopic =>
  (NOTIFICATION_TOPICS as readonly string[]).includes(topic)

/** Subjects of notifications. Opening a subject marks its notifications as read. */
export const SUBJECT_KINDS = [
  'event',
  'meeting',
  'connection',
  'request',
  'introduction',
  'asks',
  'round',
  'prestige',
  'applicant',
  'invitation',
  'membership',
  'report',
  'ownReport',
  'warning',
  'clientError',
  'chapter',
  'chapterPeople',
] as const

/** Milliseconds after which notifications are deleted. */
export const NOTIFICATION_LIFETIME = 90 * DAY
