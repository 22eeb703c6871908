import * as m from '#shared/notifications/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import type { AddressChange } from '#server/modules/accounts/admission/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { fullTimes } from '#server/modules/notifications/topics/when.ts'
import type { Transaction } from '#server/store/port.ts'
import { type EmailDocument, emails } from '#server/modules/notifications/emails/collection.ts'
import { addressedEmail } from '#server/modules/notifications/emails/explicit-recipient.ts'

import type { EmailContent } from './template.ts'

/**
 * Called in the transaction that stores an account's new address: queues an email to the former one, so that its
 * owner notices a change that they did not make. Nothing is queued without a mail server.
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
  subject: m.formerSubject({ product }),
  heading: m.formerHeading(),
  paragraphs: [m.formerText({ product }), m.formerWarning()],
  facts: [
    { label: m.formerNew(), lines: [data['changedTo'] ?? ''] },
    { label: m.formerChanged(), lines: fullTimes({ startsAt: at }, timeZone) },
  ],
  action: { label: m.actionHelp(), path: paths.about },
})

/** Enough for its owner to recognise it, but not for a reader of the former mailbox: `a…@example.org`. */
const partOf = (address: string) => `${[...address][0] ?? ''}…${address.slice(address.lastIndexOf('@'))}`
