import * as m from '#shared/notifications/messages.ts'
import type { NotificationTopic } from '#shared/operations/notification-topics.ts'

/**
 * Topics whose text is in the catalogue under its use and their name, such as `sentenceSeatOffered`, and needs no
 * other values.
 */
export type TopicWithText<Use extends string, Values, Topic extends NotificationTopic> = {
  [T in Topic]: typeof m extends Record<`${Use}${Capitalize<T>}`, (values: Values) => string> ? T : never
}[Topic]

/** The tables that call it ensure by `TopicWithText` that the text exists. */
export const topicText = (use: 'sentence' | 'subject', topic: NotificationTopic) =>
  TEXTS[`${use}${topic.charAt(0).toUpperCase()}${topic.slice(1)}`]!

const TEXTS = m as unknown as Readonly<Record<string, (values: object) => string>>
