import { MailError, type Mailer } from '#server/mail/port.ts'

import type { Metrics } from './port.ts'

/** Wraps a mailer to count the outcome of each message. A message that another replica sends is not counted. */
export const measureMailer = (
  mailer: Mailer,
  { emailHandedOver }: Pick<Metrics, 'emailHandedOver'>,
): Mailer => ({
  ...mailer,
  async send(message, beforeText) {
    try {
      await mailer.send(message, beforeText)
    } catch (error) {
      if (error instanceof MailError) emailHandedOver(error.kind)
      throw error
    }
    emailHandedOver('sent')
  },
})
