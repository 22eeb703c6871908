import type { NotificationTopic } from '#shared/operations/notification-topics.ts'

import { EVENT_TOPICS } from './events.ts'
import { MEETING_TOPICS } from './meetings.ts'
import { PEOPLE_TOPICS } from './people.ts'
import type { Parts, Topic } from './topic.ts'

/** One row for each topic. */
export const TOPICS: Readonly<Record<NotificationTopic, Topic>> = {
  ...PEOPLE_TOPICS,
  ...EVENT_TOPICS,
  ...MEETING_TOPICS,
}

/**
 * The domain event as a sentence for the notified member. Composed on each read, so that it never contains a name that
 * the member may no longer see.
 */
export const sentenceOf = (topic: NotificationTopic, parts: Parts) => TOPICS[topic].sentence(parts)
