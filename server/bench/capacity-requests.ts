/** The requests and streams of the members that `load.ts` plays. */
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'

import { TIMEOUTS } from '#server/http/create-server.ts'

import { anyOf, type Call, get, headersOf } from './capacity-screens.ts'

/** The number that a proxy keeps open to a server. */
const CONNECTIONS = 1_000
/**
 * Milliseconds for which an idle connection is kept, as proxies are configured. The server must not close it first,
 * or it would reset a request in flight. Without it the agent keeps connections without end, whatever the server
 * announces.
 */
const IDLE_TIMEOUT = TIMEOUTS.idle - 15_000
/** Milliseconds within which browsers reopen a stream that has ended. */
const RECONNECTED_WITHIN = 1_000
/** Milliseconds without a byte after which a request counts as lost, or as not accepted. */
const TIMEOUT = 30_000
/** The error of a request that got no connection. */
export const NOT_ACCEPTED = 'not accepted'

export interface Member {
  id: string
  address: string
  cookie: string
  /** The time until which the browser shows an answer without asking, by path. */
  kept: Map<string, number>
}

/** Status 0 means no answer, with the error's code. */
export interface Answer {
  status: number
  error?: string
}

/** @param balance ports of servers on the same data; each request goes to any of them */
export function createRequests(balance: { ports: readonly number[] }) {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: CONNECTIONS,
    scheduling: 'lifo',
    timeout: IDLE_TIMEOUT,
  })
  const streams = { open: 0, ended: 0 }

  /** Keeps the session of an answer. */
  function send(call: Call, member: Member) {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const fail = (error: NodeJS.ErrnoException) => resolve({ status: 0, error: error.code ?? error.message })
    const { method, path, body } = call
    const port = anyOf(balance.ports)
    const headers = headersOf(call, member)
    const sent: ClientRequest = request(
      { agent, host: '127.0.0.1', port, method, path, headers, timeout: TIMEOUT },
      (answer: IncomingMessage) => {
        const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0]
        if (cookie) member.cookie = cookie
        answer.resume().on('error', fail)
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0 }))
      },
    )
    // While the backlog is full, the kernel retries a connection for longer than this timeout.
    sent.on('timeout', () => sent.destroy(new Error(sent.socket?.connecting ? NOT_ACCEPTED : 'no answer')))
    sent.on('error', fail)
    sent.end(body && JSON.stringify(body))
    return promise
  }

  /** Resolves with its first bytes. Uses a bare socket, because thousands of them should cost this process little. */
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
