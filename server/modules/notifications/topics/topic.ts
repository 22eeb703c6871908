import type { NotificationTopic } from '#shared/operations/notification-topics.ts'
import { subjectIdsOf } from '#server/modules/subject-ids.ts'

export interface Parts {
  /** The name of the member who caused it. */
  name: string
  data: Readonly<Record<string, string | undefined>>
}

/** How a topic reads, and when it arrives. Who gets it by which channel is in `shared/notifications/topics.ts`. */
export interface Topic {
  /** The notification, and where nothing else is said the text of the email and the push message. */
  sentence: (parts: Parts) => string
  /** Its emails are sent before others, because they are of little use when late. */
  isUrgent?: true
  /** Its emails wait a moment, because it often changes twice in a row: one then has the final state. */
  changesOften?: true
  /** Topics whose later email about the same subject contains everything from this one. */
  supersededBy?: readonly NotificationTopic[]
}

/** The sentence of a topic that needs no more than the usual values. */
export const plain =
  (text: (values: ReturnType<typeof valuesOf>) => string): Topic['sentence'] =>
  (parts) =>
    text(valuesOf(parts))

const valuesOf = ({
  name,
  data: { title = '', purpose = '', text = '', reason = '', kind = '' },
}: Parts) => ({ name, title, purpose, text, reason, kind })

/** The sentence, and what a member has written after it. */
export const withNote = (sentence: string, note = '') => `${sentence} ${note}`.trim()

/** Number of dates that it is about; 0 for a single event. */
export const datesIn = (data: Parts['data']) => subjectIdsOf(data)?.length ?? 0

/** @param within such as `22 hours`, as reminders store it */
export function durationIn(within = '') {
  const [count, unit = ''] = within.split(' ')
  return { count: Number(count), unit: unit.startsWith('hour') ? 'hour' : 'minute' }
}
