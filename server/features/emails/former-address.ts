import { paths } from '#shared/paths.ts'
import type { Clock } from '#server/lib/clock.ts'
import { fullTimes } from '#server/lib/when.ts'
import type { Transaction } from '#server/store/port.ts'

import { type EmailDocument, emails } from './collection.ts'
import { addressedEmail } from './given-address.ts'
import type { EmailContent } from './template.ts'

export interface AddressChange {
  member: string
  /** Addresses in lower case. */
  from: string
  to: string
}

/**
 * In the transaction that stores an account's new address: an email to the former one, so that its owner notices a change
 * that they did not make. Nothing is queued without a mail server.
 */
export const createFormerAddressNotice =
  ({ clock, sendsEmail }: { clock: Clock; sendsEmail: boolean }) =>
  (tx: Pick<Transaction, 'put'>, { member, from, to }: AddressChange): void => {
    if (!sendsEmail) return
    const data = { changedTo: partOf(to) }
    tx.put(emails, addressedEmail({ topic: 'emailChanged', member, address: from, at: clock(), data }))
  }

export const formerAddressContent = (
  { at, data }: Pick<EmailDocument, 'at' | 'data'>,
  { product, timeZone }: { product: string; timeZone: string },
): EmailContent => ({
  subject: `Your email address for ${product} was changed`,
  heading: 'Your email address was changed',
  paragraphs: [
    `You now sign in to ${product} with another address. Emails no longer come to this one.`,
    'If you didn’t do this, someone else may be able to use your account. Another email about this change has a link that undoes it: open it, then choose a new password. If you can’t sign in any more, ask us for help.',
  ],
  facts: [
    { label: 'New address', lines: [data['changedTo'] ?? ''] },
    { label: 'Changed', lines: fullTimes({ startsAt: at }, timeZone) },
  ],
  action: { label: 'Get help', path: paths.about },
})

/** Enough for its owner to recognise it, and no more for a reader of the former mailbox: `a…@example.org`. */
const partOf = (address: string) => `${[...address][0] ?? ''}…${address.slice(address.lastIndexOf('@'))}`
