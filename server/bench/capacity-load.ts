/**
 * A separate process that plays the members of `capacity.ts`: it runs Google's stand-in, where they sign in, holds
 * their streams, and requests screens when they are due, whether or not earlier ones have arrived.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

import { DATA_CACHE } from '#shared/lib/request-limits.ts'
import { startGoogleStandIn } from '#server/testing/stand-ins/google-stand-in.ts'
import { memberId } from './members.ts'

import { type Answer, createRequests, type Member, NOT_ACCEPTED } from './capacity-requests.ts'
import {
  anyOf,
  anyScreen,
  type Call,
  callsOf,
  KEPT_BY_BROWSERS,
  type Screen,
  type ScreenName,
  signInScreen,
} from './capacity-screens.ts'

const CONCURRENCY = 32
const READINESS_INTERVAL = 250

export interface Offer {
  /** Screens per second, at random intervals, because people do not wait for each other. */
  rate: number
  seconds: number
  /** The port of a server that replaces the first as soon as that is not ready, as behind a balancer. */
  successor?: number
}

/** Latencies in milliseconds, from when a screen was due until it was complete. */
export interface Offered {
  screens: number
  p50: number
  p99: number
  p99Of: Partial<Record<ScreenName, number>>
  /** Answers by status. */
  statuses: Readonly<Record<number, number>>
  /** Requests that a server accepted but did not answer, by error. */
  lost: Readonly<Record<string, number>>
  /** Requests without a connection. Their senders know that nothing has happened. */
  notAccepted: number
  openStreams: number
  /** Longest delay of this process's own event loop in milliseconds, which latencies include. */
  ownDelay: number
  /** Streams that ended or could not be opened. */
  streamsEnded: number
}

export type Command =
  | { serve: readonly number[]; members: number; arriving: number }
  | { streams: number }
  | { offer: Offer }

const google = await startGoogleStandIn()
const balance = { ports: [] as readonly number[] }
const { streams, send, openStream } = createRequests(balance)
let members: Member[] = []
/** Members who sign in again while the others are online. */
let arriving: Member[] = []
let nextArrival = 0

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
    for (const { status } of await answersTo(signInScreen(idToken), member))
      if (status !== 200) throw new Error(`Signing in was answered with ${status}.`)
  })
  members = all.slice(0, count)
  arriving = all.slice(count)
}

async function inParallel<T>(all: readonly T[], work: (each: T) => Promise<void>) {
  const left = all.values()
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const each of left) await work(each)
    }),
  )
}

async function offer({ rate, seconds, successor }: Offer): Promise<Offered> {
  const took = new Map<ScreenName, number[]>()
  const statuses: Record<number, number> = {}
  const lost: Record<string, number> = {}
  let notAccepted = 0
  streams.ended = 0

  async function play(name: ScreenName, member: Member, dueAt: number) {
    const due = name === 'sign-in' ? signInScreen(google.idToken({ sub: member.id })) : callsOf(name)
    // The page is loaded again.
    if (name === 'sign-in') member.kept.clear()
    for (const { status, error } of await answersTo(due, member)) {
      if (error === NOT_ACCEPTED || error === 'ECONNREFUSED') notAccepted += 1
      else if (error) lost[error] = (lost[error] ?? 0) + 1
      else statuses[status] = (statuses[status] ?? 0) + 1
    }
    took.getOrInsertComputed(name, () => []).push(performance.now() - dueAt)
  }

  const ownDelay = monitorEventLoopDelay({ resolution: 10 })
  ownDelay.enable()
  const handingOver = successor === undefined ? undefined : handOver(successor)
  const playing: Promise<void>[] = []
  const startedAt = performance.now()
  const end = startedAt + seconds * 1_000
  for (let dueAt = startedAt; dueAt < end; dueAt += (-Math.log(1 - Math.random()) * 1_000) / rate) {
    const early = dueAt - performance.now()
    if (early > 0) await wait(early)
    const name = anyScreen()
    const member = name === 'sign-in' ? nextArriving() : anyOf(members)
    playing.push(play(name, member, dueAt))
  }
  await Promise.all(playing)
  await handingOver
  ownDelay.disable()
  const all = [...took.values()].flat()
  return {
    screens: all.length,
    p50: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    p99Of: Object.fromEntries([...took].map(([name, values]) => [name, percentile(values, 0.99)])),
    statuses,
    lost,
    notAccepted,
    openStreams: streams.open,
    ownDelay: Math.round(ownDelay.max / 1_000_000),
    streamsEnded: streams.ended,
  }
}

async function answersTo(screen: Screen, member: Member) {
  const answers: Answer[] = []
  for (const calls of screen) {
    const due = calls.filter((call) => !isKept(call, member))
    answers.push(...(await Promise.all(due.map((call) => send(call, member)))))
  }
  return answers
}

/** Returns whether the browser has the answer, and records it from now on. */
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
  const [first, ...others] = balance.ports
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${first}/health/ready`).catch(() => undefined)
    if (!answer?.ok) break
    await wait(READINESS_INTERVAL)
  }
  balance.ports = [successor, ...others]
}

function percentile(values: readonly number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
}

async function carryOut(command: Command) {
  if ('serve' in command) {
    balance.ports = command.serve
    return signInAll(command.members, command.arriving)
  }
  if ('streams' in command) return inParallel(members.slice(0, command.streams), openStream)
  return offer(command.offer)
}

process.on('message', async (command: Command) => process.send?.((await carryOut(command)) ?? {}))
process.on('disconnect', () => process.exit())
const { projectId, certificate, idTokenKey } = google
process.send?.({ projectId, port: google.port, certificate, privateKey: idTokenKey.privateKey })
