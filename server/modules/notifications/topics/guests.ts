import type { NotificationTopic } from '#shared/operations/notification-topics.ts'

import type { AboutEvent } from './events.ts'

const TOPICS = [
  'addedToEvent',
  'announcement',
  'eventCancelled',
  'eventChanged',
  'eventReminder',
  'removedFromEvent',
  'requestAccepted',
  'requestDeclined',
  'requestExpired',
  'rsvpConfirmed',
  'seatOffered',
  'seatPromoted',
] as const satisfies readonly AboutEvent[]
export type GuestTopic = (typeof TOPICS)[number]

/** Topics whose emails also go to guests without an account, who get no other notifications. */
export const isGuestTopic = (topic: NotificationTopic): topic is GuestTopic =>
  (TOPICS as readonly NotificationTopic[]).includes(topic)
