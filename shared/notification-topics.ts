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
  'announcement',
  'meetingProposed',
  'meetingScheduled',
  'meetingChanged',
  'meetingReminder',
  'meetingConfirm',
  'promiseDue',
  'thanks',
  'introduction',
] as const
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number]

/** What a notification is about. Opening it marks its notifications as read. */
export const SUBJECT_KINDS = ['event', 'meeting', 'connection', 'request', 'introduction'] as const

/** Notifications are deleted after this. Milliseconds. */
export const NOTIFICATION_LIFETIME = 90 * 24 * 60 * 60 * 1_000
