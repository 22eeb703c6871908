import { setTimeout as wait } from 'node:timers/promises'
import { Readable } from 'node:stream'

import SMTPConnection from 'nodemailer/lib/smtp-connection'

import { SECOND } from '#shared/lib/durations.ts'
import type { Clock } from '#server/lib/clock.ts'

import { messageText, type Sender } from './message-text.ts'
import { MailError, type Mailer, type Message } from './port.ts'

interface Options {
  /** `smtp://user:password@host:port`, or `smtps:` for TLS from the start. */
  url: string
  from: Sender
  clock: Clock
  /** Maximum milliseconds of silence from the server. */
  timeout?: number
  /** Maximum messages per second. */
  rate?: number
}

const TIMEOUT = 30 * SECOND
/** Messages after which a new connection is opened; many servers close one after a while. */
const MESSAGES_PER_CONNECTION = 100
const IDLE = 5 * SECOND
const SUBMISSION_PORT = 587
const SMTPS_PORT = 465

interface Answer extends Error {
  code?: string
  responseCode?: number
  command?: string
  response?: string
}

/** Uses one connection at a time, kept open while there are messages to send. */
export function createSmtpMailer({ url, from, clock, timeout = TIMEOUT, rate = Infinity }: Options): Mailer {
  const settings = readUrl(url)
  let open: { connection: SMTPConnection; sent: number } | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let nextAt = 0

  async function connect() {
    const connection = new SMTPConnection({
      ...settings.server,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
    })
    // Without a listener, an error between two messages would end the process.
    connection.on('error', () => close(connection))
    connection.on('end', () => close(connection))
    try {
      await new Promise<void>((resolve, reject) => {
        connection.once('error', reject)
        connection.once('end', () => reject(new Error('The mail server closed the connection')))
        connection.connect((error) => (error ? reject(error) : resolve()))
      })
      const { auth } = settings
      if (auth)
        await new Promise<void>((resolve, reject) => {
          connection.once('error', reject)
          connection.login(auth, (error) => (error ? reject(error) : resolve()))
        })
    } catch (error) {
      connection.close()
      throw new MailError('unavailable', lineOf(error), { cause: error })
    }
    return { connection, sent: 0 }
  }

  function close(connection = open?.connection) {
    if (connection && open?.connection === connection) open = undefined
    clearTimeout(idle)
    connection?.close()
  }

  async function paced() {
    const now = performance.now()
    if (nextAt > now) await wait(nextAt - now)
    nextAt = Math.max(nextAt, now) + 1_000 / rate
  }

  async function sendNow(message: Message, beforeText: () => Promise<void>) {
    await paced()
    const raw = await messageText(message, from, new Date(clock()))
    clearTimeout(idle)
    open ??= await connect()
    const current = open
    let state = 'envelope' as 'envelope' | 'recording' | 'text'
    async function* text() {
      // The date is recorded only once the server waits for the text.
      state = 'recording'
      await beforeText()
      state = 'text'
      yield raw
    }
    try {
      await handOver(current.connection, { from: from.address, to: message.to.address }, text())
    } catch (error) {
      // After a refusal the connection could be reused. A new one is simpler, and known to work.
      close(current.connection)
      throw state === 'recording' ? error : errorOf(error, state === 'text')
    }
    current.sent += 1
    if (current.sent >= MESSAGES_PER_CONNECTION) return quit(current.connection)
    idle = setTimeout(() => quit(current.connection), IDLE).unref()
  }

  function quit(connection: SMTPConnection) {
    if (open?.connection === connection) open = undefined
    connection.quit()
  }

  return {
    send(message, beforeText) {
      const turn = last.then(() => sendNow(message, beforeText))
      last = turn.catch(() => {})
      return turn
    },
    close,
  }
}

const handOver = (
  connection: SMTPConnection,
  envelope: { from: string; to: string },
  text: AsyncIterable<Buffer>,
) =>
  new Promise<void>((resolve, reject) => {
    const ended = () => reject(new Error('The mail server closed the connection'))
    const finish = (error: Error | null) => {
      connection.off('error', finish)
      connection.off('end', ended)
      if (error) reject(error)
      else resolve()
    }
    connection.once('error', finish)
    connection.once('end', ended)
    connection.send(envelope, Readable.from(text, { objectMode: false }), finish)
  })

/** @param isSent whether the text is on its way */
function errorOf(error: unknown, isSent: boolean): MailError {
  const { responseCode = 0, command = '' } = error as Answer
  const options = { cause: error }
  const answer = lineOf(error)
  // The server closes the connection or asks for a pause (RFC 5321, 3.8), or has not accepted us as the
  // sender.
  if (responseCode === 421) return new MailError('unavailable', answer, options)
  if (command === 'RCPT TO' && responseCode >= 500) return new MailError('address_refused', answer, options)
  if (command === 'RCPT TO' && responseCode >= 400) return new MailError('later', answer, options)
  if (command === 'DATA' && responseCode >= 500) return new MailError('message_refused', answer, options)
  if (command === 'DATA' && responseCode >= 400) return new MailError('later', answer, options)
  // nodemailer refuses to send to this address: no server would accept it.
  if (command === 'API' && (error as Answer).code === 'EENVELOPE')
    return new MailError('address_refused', answer, options)
  return new MailError(isSent ? 'unknown' : 'unavailable', answer, options)
}

/** The first line without addresses, which servers like to repeat. */
const lineOf = (error: unknown) => {
  const { response, message } = error as Answer
  return (response ?? message)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<!\S)[^\s@]*@\S*/g, '…')
    .slice(0, 200)
}

function readUrl(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const hasPassword = username !== ''
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host)
  return {
    server: {
      host,
      port: Number(port) || (secure ? SMTPS_PORT : SUBMISSION_PORT),
      secure,
      // A password never travels in the clear.
      requireTLS: hasPassword && !secure && !isLocal,
      ignoreTLS: isLocal && !secure,
    },
    auth: hasPassword
      ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
      : undefined,
  }
}
