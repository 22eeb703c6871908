import * as m from '#shared/notifications/messages.ts'
import type { RequestedCode } from '#server/modules/accounts/sign-in-codes/types.ts'
import { emails } from '#server/modules/notifications/emails/collection.ts'
import { addressedEmail } from '#server/modules/notifications/emails/explicit-recipient.ts'
import type { Transaction } from '#server/store/port.ts'

import type { EmailText } from './template.ts'

/** Called in the transaction that stores the code. */
export function queueSignInCode(tx: Pick<Transaction, 'create'>, { id, email, language, at }: RequestedCode) {
  tx.create(
    emails,
    addressedEmail({ topic: 'signInCode', member: id, address: email, at, data: { language } }),
  )
}

/** Without a link: a code is entered where it was requested. */
export const signInCodeContent = (code: string, product: string): EmailText => ({
  subject: m.codeSubject({ code, product }),
  heading: code,
  paragraphs: [m.codeText({ product }), m.codeSecret()],
})
