import type { NotificationTopic } from '#shared/operations/notification-topics.ts'
import type { Subject } from '#shared/operations/notification-subject.ts'
import type { DocumentOf, Transaction } from '#server/store/port.ts'

import type { outbox } from './collection.ts'

export type OutboxEntry = DocumentOf<typeof outbox>

/** A domain event that members are notified about. */
export interface DomainEvent {
  topic: NotificationTopic
  subject: Subject
  /**
   * Distinguishes it from all others of the topic, for example by the id and the version of an event. It can be
   * recorded any number of times: each member gets one notification.
   */
  dedupeKey: string
  /**
   * The member who caused it, whom the sentence names. They are not notified; nor are members whom a block separates
   * from them, unless the topic is sent despite blocks.
   */
  actor?: string
  /** The member who caused it, if the sentence does not name them. Only they are not notified. */
  doneBy?: string
  /**
   * Member ids; members who are going to the event; all with an RSVP to it other than can't go, without those who wait
   * for an organiser to accept their request, or with them and everyone with a role at it; members who attended it and
   * have given no feedback; all active members; the active admins; or the members of the chapter.
   */
  recipients:
    | readonly string[]
    | 'going'
    | 'attendees'
    | 'attendeesAndRequests'
    | 'attended'
    | 'everyone'
    | 'admins'
    | 'chapterMembers'
  /**
   * Orders the states of the subject, of which only the latest counts: a notification with a lower sequence about
   * the same subject is replaced. Integer.
   */
  sequence?: number
  /** Only members who get a digest get it by email. */
  digestOnly?: true
  /** Texts that the sentence needs, such as a title. */
  data: Readonly<Record<string, string>>
}

export type DomainEventKey = Pick<DomainEvent, 'topic' | 'dedupeKey'>

/** Recorded if and only if the transaction commits, then delivered within seconds. */
export type Notify = (tx: Pick<Transaction, 'put'>, domainEvent: DomainEvent) => void
