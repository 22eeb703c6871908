import MailComposer from 'nodemailer/lib/mail-composer'

import type { Message } from './port.ts'

export interface Sender {
  name: string
  address: string
}

/**
 * A message in transport form (RFC 5322, MIME): ASCII only, in short lines, so that every server passes it on
 * unchanged.
 */
export function messageText(message: Message, from: Sender, date: Date): Promise<Buffer> {
  const { id, to, subject, text, html, headers, calendar } = message
  return new MailComposer({
    from,
    to,
    subject,
    text,
    html,
    headers: { ...headers },
    messageId: `<${id}>`,
    date,
    xMailer: false,
    textEncoding: 'quoted-printable',
    // Only the given text is sent: no file and no address is ever opened.
    disableFileAccess: true,
    disableUrlAccess: true,
    attachments:
      calendar === undefined
        ? []
        : [
            {
              filename: 'invite.ics',
              content: Buffer.from(calendar),
              contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
              contentDisposition: 'attachment' as const,
              encoding: 'base64',
            },
          ],
  })
    .compile()
    .build()
}
