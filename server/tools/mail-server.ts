import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

import { SECOND } from '#shared/lib/durations.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

interface Received {
  /** Envelope sender, to which bounces go. */
  from: string
  to: string
  /** The raw message. */
  raw: string
  parsed: ParsedMail
}

/**
 * The server's answer to a message, or its misbehaviour: it ends the connection, sends nothing more, or nothing for
 * four seconds.
 */
type Behaviour = number | 'accept' | 'hang up' | 'hang up after the text' | 'stall' | 'slow'

/** A real SMTP server on this machine, which can also refuse, stall, throttle and end. */
export async function startMailServer({
  onEmail,
  ...options
}: SMTPServerOptions & { onEmail?: (email: Received) => void } = {}) {
  let received: Received[] = []
  /** Behaviour after the address, and after the text. */
  let onAddress: (address: string) => Behaviour = () => 'accept'
  let onText: (address: string) => Behaviour = () => 'accept'
  const answer = (code: number) => Object.assign(new Error('as the test wants it'), { responseCode: code })

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    onRcptTo({ address }, session, done) {
      const behaviour = onAddress(address)
      if (typeof behaviour === 'number') done(answer(behaviour))
      else if (behaviour === 'accept') done()
      else if (behaviour === 'slow') setTimeout(done, 4 * SECOND).unref()
      else if (behaviour !== 'stall') sockets.get(session.remotePort)?.destroy()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const [to = ''] = session.envelope.rcptTo.map(({ address }) => address)
        const behaviour = onText(to)
        if (typeof behaviour === 'number') return done(answer(behaviour))
        if (behaviour === 'stall') return undefined
        if (behaviour === 'hang up') return sockets.get(session.remotePort)?.destroy()
        const raw = Buffer.concat(chunks).toString('latin1')
        const { mailFrom } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        const email = { from, to, raw, parsed: await simpleParser(raw) }
        received.push(email)
        onEmail?.(email)
        if (behaviour === 'hang up after the text') return sockets.get(session.remotePort)?.destroy()
        return done()
      })
    },
    ...options,
  })
  // Thrown when a client ends a connection midway.
  server.on('error', () => {})
  const sockets = new Map<number | undefined, Socket>()
  server.server.on('connection', (socket: Socket) => {
    const { remotePort } = socket
    sockets.set(remotePort, socket)
    socket.on('close', () => sockets.delete(remotePort))
  })

  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const port = portOf(server.server)

  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Messages in the order of their arrival. */
    received: () => received,
    clear: () => void (received = []),
    behave(change: { onAddress?: typeof onAddress; onText?: typeof onText } = {}) {
      onAddress = change.onAddress ?? (() => 'accept')
      onText = change.onText ?? (() => 'accept')
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
