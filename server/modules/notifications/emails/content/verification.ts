import * as m from '#shared/notifications/messages.ts'
import type { Clock } from '#server/lib/clock.ts'
import { emails } from '#server/modules/notifications/emails/collection.ts'
import { addressedEmail } from '#server/modules/notifications/emails/explicit-recipient.ts'
import type { VerificationEmails } from '#server/modules/notifications/emails/types.ts'

import type { EmailContent } from './template.ts'

export function createVerificationEmails({
  clock,
  sendsEmail,
}: {
  clock: Clock
  sendsEmail: boolean
}): VerificationEmails {
  const emailOf = ({ accountId, address, key }: Parameters<VerificationEmails['queue']>[1]) =>
    addressedEmail({ topic: 'verification', member: accountId, address, at: clock(), key })
  return {
    sendsEmail,
    isQueued: async (tx, request) => (await tx.get(emails, emailOf(request).id)) !== undefined,
    queue: (tx, request) => tx.create(emails, emailOf(request)),
  }
}

export const verificationContent = (path: string, product: string): EmailContent => ({
  subject: m.verifySubject({ product }),
  heading: m.verifyHeading(),
  paragraphs: [m.verifyText({ product }), m.verifyOnce()],
  action: { label: m.actionVerify(), path },
})
