import type { InvitationEmail } from '#shared/invitations.ts'
import type {
  InvitationEmails,
  InvitationToSend,
  SentInvitation,
} from '#server/features/invitations/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { fullTimes } from '#server/lib/when.ts'
import type { Store } from '#server/store/port.ts'

import { type EmailDocument, emails } from './collection.ts'
import { addressedEmail, addressedEmailId } from './given-address.ts'
import type { EmailContent } from './template.ts'

/** Milliseconds from one to the next, so that thousands hold up neither other emails nor the mail server. */
const PACE = 500

/** Emails to invited people, who are no members: nobody's preferences apply. Nothing is queued without a mail server. */
export function createInvitationEmails({
  store,
  clock,
  sendsEmail,
}: {
  store: Pick<Store, 'getMany'>
  clock: Clock
  sendsEmail: boolean
}): InvitationEmails {
  return {
    sendsEmail,

    /** In the transaction that sends one again. */
    queue(tx, invitation) {
      if (sendsEmail) tx.put(emails, emailOf(invitation, clock()))
    },

    /** In the transaction that sends several: one after the other, after those that are queued already. */
    async queueAll(tx, all) {
      if (!sendsEmail || all.length === 0) return
      const { items } = await tx.find(emails, {
        // Not those that are tried again later.
        where: { topic: 'invitation', attempts: 0 },
        orderBy: 'dueAt',
        direction: 'desc',
        limit: 1,
      })
      const last = Date.parse(items[0]?.dueAt ?? '') + PACE
      const first = Math.max(clock(), last || 0)
      for (const [at, invitation] of all.entries()) tx.put(emails, emailOf(invitation, first + at * PACE))
    },

    /** In the order of the invitations: how their emails are doing. */
    async progressOf(sent) {
      if (sent.length === 0) return []
      const ids = sent.map(({ id, sentAt }) => addressedEmailId('invitation', id, sentAt))
      return (await store.getMany(emails, ids)).map((email) => email && progressIn(email))
    },
  }
}

const emailOf = ({ id, email, sentAt }: SentInvitation, dueAt: number) =>
  addressedEmail({ topic: 'invitation', member: id, address: email, at: Date.parse(sentAt), dueAt })

const STATES: Partial<Record<EmailDocument['state'], InvitationEmail['state']>> = {
  queued: 'queued',
  sent: 'sent',
  refused: 'refused',
  failed: 'failed',
  unknown: 'unknown',
}

function progressIn({ state, reason }: EmailDocument): InvitationEmail | undefined {
  const shown = STATES[state]
  return shown && { state: shown, ...(reason && shown !== 'sent' && { reason }) }
}

export const invitationContent = (
  { path, invitedBy, expiresAt }: InvitationToSend,
  product: string,
): EmailContent => ({
  subject: `${invitedBy ?? 'An admin'} invites you to ${product}`,
  heading: 'You’re invited',
  paragraphs: [
    `${invitedBy ?? 'An admin'} invites you to join ${product}. Create your account with this email address: you need no approval.`,
    'The link is for you only. Don’t forward it.',
  ],
  facts: [{ label: 'The link works until', lines: fullTimes({ startsAt: expiresAt }, 'UTC') }],
  action: { label: 'Accept the invitation', path },
})
