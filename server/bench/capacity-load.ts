/**
 * A process of its own that plays the members of `capacity.ts`: it has Google's stand-in, where they sign in, holds
 * their streams, and asks for screens when they are due, whether or not earlier ones have arrived.
 */
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { DATA_CACHE } from '#shared/constants.ts'
import { startGoogleStandIn } from '#server/testing/google-stand-in.ts'

import {
  anyScreen,
  type Call,
  callsOf,
  get,
  headersOf,
  KEPT_BY_BROWSERS,
  type ScreenName,
  signInScreen,
} from './capacity-screens.ts'
import { memberId } from './members.ts'

/** As a proxy keeps open towards a server. */
const CONNECTIONS = 1_000
const AT_ONCE = 32
/** Milliseconds within which browsers open a stream again that has ended. */
const RECONNECTED_WITHIN = 1_000
const READINESS_INTERVAL = 250
/** Milliseconds without a byte after which a request counts as lost, or as not accepted. */
const PATIENCE = 30_000
const NOT_ACCEPTED = 'not accepted'

interface Member {
  id: string
  address: string
  cookie: string
  /** By path, until when the browser shows it without asking. */
  kept: Map<string, number>
}

export interface Offer {
  /** Screens a second; how far apart two are is random, as people do not wait for each other. */
  rate: number
  seconds: number
  /** The port of a server that takes over as soon as the present one is not ready, as a balancer does it. */
  successor?: number
}

/** Latencies in milliseconds from when a screen was due until all of it was there. */
export interface Offered {
  screens: number
  p50: number
  p99: number
  p99Of: Partial<Record<ScreenName, number>>
  /** Answers by status. */
  statuses: Readonly<Record<number, number>>
  /** Requests that a server had accepted and did not answer, by the error. */
  lost: Readonly<Record<string, number>>
  /** Requests for which there was no connection. Whoever sends them knows that nothing has happened. */
  notAccepted: number
  openStreams: number
  /** Streams that ended or could not be opened. */
  streamsEnded: number
}

export type Command =
  | { serve: number; members: number; arriving: number }
  | { streams: number }
  | { offer: Offer }

const google = await startGoogleStandIn()
let port = 0
let members: Member[] = []
/** Those who sign in again while the others are online. */
let arriving: Member[] = []
let nextArrival = 0
let openStreams = 0
let streamsEnded = 0
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, scheduling: 'lifo' })

async function signInAll(count: number, more: number) {
  const all = Array.from({ length: count + more }, (_, at): Member => {
    const id = memberId(at)
    google.accounts.set(id, { localId: id, email: `${id}@example.org`, emailVerified: true })
    return { id, address: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, cookie: '', kept: new Map() }
  })
  await inParallel(all, async (member) => {
    const idToken = google.idToken({
      sub: member.id,
      email: `${member.id}@example.org`,
      email_verified: true,
    })
    const { status } = await send({ method: 'POST', path: '/api/session', body: { idToken } }, member)
    if (status !== 200) throw new Error(`Signing in was answered with ${status}.`)
  })
  members = all.slice(0, count)
  arriving = all.slice(count)
}

async function inParallel<T>(all: readonly T[], work: (each: T) => Promise<void>) {
  const left = all.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const each of left) await work(each)
    }),
  )
}

/** Status 0: no answer, and the error's code. Keeps the session that an answer brings. */
function send(call: Call, member: Member) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; error?: string }>()
  const fail = (error: NodeJS.ErrnoException) => resolve({ status: 0, error: error.code ?? error.message })
  const { method, path, body } = call
  const sent: ClientRequest = request(
    { agent, host: '127.0.0.1', port, method, path, headers: headersOf(call, member), timeout: PATIENCE },
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
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(`GET ${call.path} HTTP/1.1\r\n${lines.join('')}\r\n`),
  )
  let isOpen = false
  socket.on('data', (bytes) => {
    if (isOpen) return
    const status = bytes.toString('latin1', 0, 12)
    if (status !== 'HTTP/1.1 200') return void socket.destroy(new Error(`a stream: ${status}`))
    isOpen = true
    openStreams += 1
    resolve()
  })
  socket.on('error', reject)
  socket.on('end', () => socket.destroy())
  socket.on('close', () => {
    reject(new Error('a stream was closed before it was open'))
    if (isOpen) openStreams -= 1
    streamsEnded += 1
    setTimeout(() => void openStream(member).catch(() => {}), Math.random() * RECONNECTED_WITHIN)
  })
  return promise
}

async function offer({ rate, seconds, successor }: Offer): Promise<Offered> {
  const took = new Map<ScreenName, number[]>()
  const statuses: Record<number, number> = {}
  const lost: Record<string, number> = {}
  let notAccepted = 0
  streamsEnded = 0

  async function play(name: ScreenName, member: Member, dueAt: number) {
    const due = name === 'sign-in' ? signInScreen(google.idToken({ sub: member.id })) : callsOf(name)
    // The page is loaded anew.
    if (name === 'sign-in') member.kept.clear()
    for (const calls of due) {
      const answers = await Promise.all(
        calls.filter((call) => !isKept(call, member)).map((call) => send(call, member)),
      )
      for (const { status, error } of answers) {
        if (error === NOT_ACCEPTED || error === 'ECONNREFUSED') notAccepted += 1
        else if (error) lost[error] = (lost[error] ?? 0) + 1
        else statuses[status] = (statuses[status] ?? 0) + 1
      }
    }
    took.getOrInsertComputed(name, () => []).push(performance.now() - dueAt)
  }

  const handingOver = successor === undefined ? undefined : handOver(successor)
  const playing: Promise<void>[] = []
  const startedAt = performance.now()
  const end = startedAt + seconds * 1_000
  for (let dueAt = startedAt; dueAt < end; dueAt += (-Math.log(1 - Math.random()) * 1_000) / rate) {
    const early = dueAt - performance.now()
    if (early > 0) await wait(early)
    const name = anyScreen()
    const member = name === 'sign-in' ? nextArriving() : members[Math.floor(Math.random() * members.length)]!
    playing.push(play(name, member, dueAt))
  }
  await Promise.all(playing)
  await handingOver
  const all = [...took.values()].flat()
  return {
    screens: all.length,
    p50: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    p99Of: Object.fromEntries([...took].map(([name, values]) => [name, percentile(values, 0.99)])),
    statuses,
    lost,
    notAccepted,
    openStreams,
    streamsEnded,
  }
}

/** And keeps it from now on. */
function isKept({ path }: Call, { kept }: Member) {
  if (!KEPT_BY_BROWSERS.has(path)) return false
  if ((kept.get(path) ?? 0) > Date.now()) return true
  kept.set(path, Date.now() + DATA_CACHE.freshFor)
  return false
}

function nextArriving() {
  nextArrival = (nextArrival + 1) % arriving.length
  return arriving[nextArrival]!
}

async function handOver(successor: number) {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined)
    if (!answer?.ok) break
    await wait(READINESS_INTERVAL)
  }
  port = successor
}

function percentile(values: readonly number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
}

async function carryOut(command: Command) {
  if ('serve' in command) {
    port = command.serve
    return signInAll(command.members, command.arriving)
  }
  if ('streams' in command) return inParallel(members.slice(0, command.streams), openStream)
  return offer(command.offer)
}

process.on('message', async (command: Command) => process.send?.((await carryOut(command)) ?? {}))
process.on('disconnect', () => process.exit())
const { projectId, certificate, idTokenKey } = google
process.send?.({ projectId, port: google.port, certificate, privateKey: idTokenKey.privateKey })
