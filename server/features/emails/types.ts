import type { NotificationTopic } from '#shared/notification-topics.ts'
import type { Subject } from '#shared/notifications.ts'
import type { Delivery } from '#server/features/notification-preferences/types.ts'
import type { Transaction } from '#server/store/port.ts'

/** A member's notification of something that happened. */
export interface EmailCause {
  /** The notification's. */
  id: string
  /** What happened: the same for all who are notified of it. */
  happening: string
  member: string
  topic: NotificationTopic
  subject: Subject
  actor?: string
  data: Readonly<Record<string, string>>
  /** ISO instant. */
  at: string
}

/**
 * In the transaction that delivers notifications: an email for each whose member wants one, unless there is one already.
 * @param wanted at most 500
 */
export type QueueEmails = (
  tx: Transaction,
  wanted: readonly { cause: EmailCause; delivery: Delivery }[],
) => Promise<void>
