import type { NotificationTopic } from '#shared/notification-topics.ts'
import type { Subject } from '#shared/notifications.ts'
import type { Transaction } from '#server/store/port.ts'

/** Something that members are notified of. */
export interface Happening {
  topic: NotificationTopic
  subject: Subject
  /**
   * Tells it from all others of the topic, such as the id and the version of an event. The same happening can be recorded
   * any number of times: each member gets one notification of it.
   */
  occurrence: string
  /**
   * Who caused it, by name. They are not notified, nor are members whom a block separates from them, unless the topic
   * reaches those despite blocks.
   */
  actor?: string
  /** Who caused it, where the sentence does not name them. Only they are not notified. */
  doneBy?: string
  /**
   * Member ids; those going to the event; all with an RSVP to it other than can't go; all active members; or those of them
   * who are admins.
   */
  recipients: readonly string[] | 'going' | 'attendees' | 'everyone' | 'admins'
  /**
   * Of the state of the subject, which only the latest tells: a notification of a lower sequence about the same subject is
   * replaced by it. Integer.
   */
  sequence?: number
  /** Only members who get a digest get it by email. */
  digestOnly?: true
  /** What the sentence needs, such as a title. */
  data: Readonly<Record<string, string>>
}

export type HappeningKey = Pick<Happening, 'topic' | 'occurrence'>

/** Recorded if and only if the transaction commits, then delivered within seconds. */
export type Notify = (tx: Pick<Transaction, 'put'>, happening: Happening) => void
