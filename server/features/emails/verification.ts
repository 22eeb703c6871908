import type { Clock } from '#server/lib/clock.ts'

import { emails } from './collection.ts'
import { addressedEmail } from './given-address.ts'
import type { EmailContent } from './template.ts'
import type { VerificationEmails } from './types.ts'

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
  subject: `Verify your email for ${product}`,
  heading: 'Verify your email',
  paragraphs: [
    `You created an account for ${product}. Confirm that this is your email address to continue.`,
    'The link works once. If it no longer works, sign in to get a new one.',
  ],
  action: { label: 'Verify email', path },
})
