/** The mail server, with the calls that this server needs. `smtp.ts` is the only adapter. */
export interface Mailer {
  /**
   * Hands one message to the mail server, which then takes responsibility for it.
   * @param beforeText called when the server has accepted the address and waits for the text. Nothing has been sent
   * until it resolves; from then until the server answers, the message may have been delivered.
   * @throws MailError
   */
  send(message: Message, beforeText: () => Promise<void>): Promise<void>
  /** Ends the connections. */
  close(): void
}

export interface Message {
  /** Stays the same across attempts; without angle brackets. */
  id: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** Names and values, in ASCII. */
  headers: Readonly<Record<string, string>>
  /** iCalendar text, attached as a file. */
  calendar?: string
}

type MailErrorKind =
  /** The server refuses the address for good (5xx). */
  | 'address_refused'
  /** The server refuses this message for good (5xx). */
  | 'message_refused'
  /** The server wants this message later (4xx). */
  | 'later'
  /** The server does not work, limits our rate, or does not accept us. Says nothing about the message. */
  | 'unavailable'
  /** The connection broke before the answer: the message may have arrived. */
  | 'unknown'

/** The only error that a `Mailer` throws, except those of `beforeText`. */
export class MailError extends Error {
  override name = 'MailError'
  readonly kind: MailErrorKind

  /** @param answer of the server, in one line */
  constructor(kind: MailErrorKind, answer: string, options?: ErrorOptions) {
    super(answer, options)
    this.kind = kind
  }
}
