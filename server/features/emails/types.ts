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

interface VerificationRequest {
  accountId: string
  address: string
  /** The same for a repeated request. */
  key: string
}

/**
 * Emails to people who signed up and have not verified their address: they are no members yet. The link is created when the
 * email is handed to the mail server, and is in no stored document.
 */
export interface VerificationEmails {
  sendsEmail: boolean
  /** Whether the same request has queued it, however long ago. */
  isQueued: (tx: Pick<Transaction, 'get'>, request: VerificationRequest) => Promise<boolean>
  queue: (tx: Pick<Transaction, 'create'>, request: VerificationRequest) => void
}
