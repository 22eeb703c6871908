import type { NotificationTopic } from '#shared/operations/notification-topics.ts'
import type { Subject } from '#shared/operations/notification-subject.ts'
import type { Delivery } from '#server/modules/notifications/preferences/types.ts'
import type { Transaction } from '#server/store/port.ts'

/** A member's notification of a domain event. */
export interface EmailCause {
  /** Id of the notification. */
  id: string
  /** The domain event: the same for all members who are notified of it. */
  domainEvent: string
  member: string
  topic: NotificationTopic
  subject: Subject
  actor?: string
  data: Readonly<Record<string, string>>
  /** ISO instant. */
  at: string
}

/**
 * Called in the transaction that delivers notifications: queues an email for each whose member wants one, unless
 * there is one already.
 * @param wanted at most 500
 */
export type QueueEmails = (
  tx: Transaction,
  wanted: readonly { cause: EmailCause; delivery: Delivery }[],
) => Promise<void>

interface VerificationRequest {
  accountId: string
  address: string
  /** Equal for a repeated request. */
  key: string
}

/**
 * Emails to people who signed up and have not verified their address, and so are not members yet. The link is
 * created when the email is handed to the mail server, and is in no stored document.
 */
export interface VerificationEmails {
  sendsEmail: boolean
  /** Whether the same request has queued it, at any time. */
  isQueued: (tx: Pick<Transaction, 'get'>, request: VerificationRequest) => Promise<boolean>
  queue: (tx: Pick<Transaction, 'create'>, request: VerificationRequest) => void
}
