/** The requests and streams of the members that `capacity-load.ts` plays. */
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'

import { TIMEOUTS } from '#server/http/create-server.ts'

import { anyOf, type Call, get, headersOf } from './capacity-screens.ts'

/** As a proxy keeps open towards a server. */
const CONNECTIONS = 1_000
/**
 * Milliseconds for which an idle connection is kept, as proxies are configured: the server must not close it first, or a
 * request that is on its way is reset. Without it the agent keeps connections without end, whatever the server announces.
 */
const IDLE_TIMEOUT = TIMEOUTS.idle - 15_000
/** Milliseconds within which browsers open a stream again that has ended. */
const RECONNECTED_WITHIN = 1_000
/** Milliseconds without a byte after which a request counts as lost, or as not accepted. */
const PATIENCE = 30_000
/** The error of a request that got no connection. */
export const NOT_ACCEPTED = 'not accepted'

export interface Member {
  id: string
  address: string
  cookie: string
  /** By path, until when the browser shows it without asking. */
  kept: Map<string, number>
}

/** Status 0: no answer, and the error's code. */
export interface Answer {
  status: number
  error?: string
}

/** @param balance of servers on the same data; each request goes to any of its ports */
export function createRequests(balance: { ports: readonly number[] }) {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: CONNECTIONS,
    scheduling: 'lifo',
    timeout: IDLE_TIMEOUT,
  })
  const streams = { open: 0, ended: 0 }

  /** Keeps the session that an answer brings. */
  function send(call: Call, member: Member) {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const fail = (error: NodeJS.ErrnoException) => resolve({ status: 0, error: error.code ?? error.message })
    const { method, path, body } = call
    const port = anyOf(balance.ports)
    const headers = headersOf(call, member)
    const sent: ClientRequest = request(
      { agent, host: '127.0.0.1', port, method, path, headers, timeout: PATIENCE },
      (answer: IncomingMessage) => {
        const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0]
        if (cookie) member.cookie = cookie
        answer.resume().on('error', fail)
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0 }))
      },
    )
    // A connection that the kernel has no place for is tried again for longer than this.
    sent.on('timeout', () => sent.destroy(new Error(sent.socket?.connecting ? NOT_ACCEPTED : 'no answer')))
    sent.on('error', fail)
    sent.end(body && JSON.stringify(body))
    return promise
  }

  /** Resolves with its first bytes. A bare socket: thousands of them should cost this process little. */
  function openStream(member: Member) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const call = get('/api/notifications/stream')
    const headers = { ...headersOf(call, member), accept: 'text/event-stream' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const socket = connect(anyOf(balance.ports), '127.0.0.1', () =>
      socket.write(`GET ${call.path} HTTP/1.1\r\n${lines.join('')}\r\n`),
    )
    let isOpen = false
    socket.on('data', (bytes) => {
      if (isOpen) return
      const status = bytes.toString('latin1', 0, 12)
      if (status !== 'HTTP/1.1 200') return void socket.destroy(new Error(`a stream: ${status}`))
      isOpen = true
      streams.open += 1
      resolve()
    })
    socket.on('error', reject)
    socket.on('end', () => socket.destroy())
    socket.on('close', () => {
      reject(new Error('a stream was closed before it was open'))
      if (isOpen) streams.open -= 1
      streams.ended += 1
      setTimeout(() => void openStream(member).catch(() => {}), Math.random() * RECONNECTED_WITHIN)
    })
    return promise
  }

  return { streams, send, openStream }
}
