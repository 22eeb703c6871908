import type { InvitationEmail } from '#shared/invitations.ts'
import type { Transaction } from '#server/store/port.ts'

export interface SentInvitation {
  id: string
  email: string
  /** ISO instant. */
  sentAt: string
}

/** What an email says of an invitation, as it is when it is sent. */
export interface InvitationToSend {
  /** With the token, which is in no stored document. */
  path: string
  displayName: string
  /** Undefined for someone who is no member any more. */
  invitedBy: string | undefined
  /** ISO instant. */
  expiresAt: string
}

/** Emails to invited people. Nothing is queued without a mail server. */
export interface InvitationEmails {
  sendsEmail: boolean
  /** In the transaction that sends one again. */
  queue: (tx: Pick<Transaction, 'put'>, invitation: SentInvitation) => void
  /** In the transaction that sends several: one after the other, after those that are queued already. */
  queueAll: (tx: Pick<Transaction, 'find' | 'put'>, all: readonly SentInvitation[]) => Promise<void>
  /** In the order of the invitations: how their emails are doing. */
  progressOf: (sent: readonly SentInvitation[]) => Promise<(InvitationEmail | undefined)[]>
}
