import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import autocannon from 'autocannon'

import { collections } from '#server/collections.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'

import { FULL_EVENT, seedCommunity } from './community.ts'
import type { Figure } from './pages.ts'
import { type Row, row } from './row.ts'

const MEMBERS = 100_000
const ROUNDS = 3
const CONNECTIONS = 16
/** Milliseconds. */
const SLOWEST_P99 = 50

/** What members ask for, and how much of what bare Fastify does they should get. */
const REQUESTS = [
  { name: 'GET /api/session', path: '/api/session', target: 0.4 },
  { name: 'GET /api/session, signed out', path: '/api/session', signedOut: true, target: 0.55 },
  { name: 'GET /api/me', path: '/api/me', target: 0.4 },
  { name: 'dashboard', path: '/api/dashboard', target: 0.05 },
  { name: 'introductions', path: '/api/introductions', target: 0.05 },
  { name: 'directory, first page', path: '/api/directory', target: 0.04 },
  { name: 'event list', path: '/api/events', target: 0.12 },
  { name: 'event', path: `/api/events/${FULL_EVENT}`, target: 0.12 },
  { name: 'connections, first page', path: '/api/connections', target: 0.08 },
  {
    name: 'roster of 1,000, first page',
    path: `/api/events/${FULL_EVENT}/roster`,
    organiser: true,
    target: 0.04,
  },
  {
    name: 'check-in list of 1,000',
    path: `/api/events/${FULL_EVENT}/check-in-list`,
    organiser: true,
    target: 0.005,
  },
]

interface Ready {
  product: number
  bare: number
  headers: Record<string, string>
  cookies: [viewer: string, organiser: string]
  startedIn: number
  startedInProcessorTime: number
  residentBytes: number
}

/** Through the whole stack, at 100,000 members and for one with 350 connections. */
export async function requestRows(): Promise<(Row | Figure)[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const store = openSqliteStore({ dataDir, secret: 'a secret of the benchmark', collections })
  await seedCommunity(store, MEMBERS)
  await store.close()
  const child = fork(join(import.meta.dirname, 'requests-server.ts'), [dataDir])
  try {
    const ready = await messageFrom<Ready>(child)
    const rows: Row[] = []
    for (const request of REQUESTS) rows.push(await measure(child, ready, request))
    const { residentBytes } = await usageOf(child)
    const megabytes = (bytes: number) => Math.round(bytes / 1_048_576)
    const figure = (name: string, value: number, unit: string, limit: number): Figure => ({
      name: `${name}, 100,000 members`,
      value,
      unit,
      bound: 'at most',
      limit,
    })
    const seconds = (milliseconds: number) => Number((milliseconds / 1_000).toFixed(1))
    return [
      ...rows,
      figure('start until the first directory answer', seconds(ready.startedIn), 's', 5),
      figure('the same in processor time', seconds(ready.startedInProcessorTime), 's', 5),
      figure('resident memory after the start', megabytes(ready.residentBytes), 'MB', 350),
      figure('resident memory after these requests', megabytes(residentBytes), 'MB', 350),
    ]
  } finally {
    child.disconnect()
    await once(child, 'exit')
    rmSync(dataDir, { recursive: true })
  }
}

/**
 * The median of some rounds, each right after one of bare Fastify. Requests are counted per second of the server's
 * processor time, so that it matters little what else the machine does; latencies include it.
 */
async function measure(
  child: ChildProcess,
  { product, bare, headers, cookies }: Ready,
  request: (typeof REQUESTS)[number],
) {
  const { name, path, target, organiser = false, signedOut = false } = request
  const cookie = organiser ? cookies[1] : cookies[0]
  const own = { port: product, path, headers: { ...headers, ...(!signedOut && { cookie }) } }
  const floor = { port: bare, path: '/', headers: own.headers }
  await load(child, own, 1)
  const rounds: (Awaited<ReturnType<typeof load>> & { baseline: number })[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const baseline = await load(child, floor, 1)
    rounds.push({ baseline: baseline.rate, ...(await load(child, own, 2)) })
  }
  const ratio = (each: (typeof rounds)[number]) => each.rate / each.baseline
  const { rate, baseline, p50, p99 } = rounds.toSorted((a, b) => ratio(a) - ratio(b))[Math.floor(ROUNDS / 2)]!
  return {
    ...row(`${name} / bare Fastify`, rate, baseline, target),
    latency: { p50, p99, limit: SLOWEST_P99 },
  }
}

interface Target {
  port: number
  path: string
  headers: Record<string, string>
}

/** @throws when any answer is not 2xx: a fast refusal is no result */
async function load(child: ChildProcess, { port, path, headers }: Target, duration: number) {
  const url = `http://127.0.0.1:${port}${path}`
  const before = await usageOf(child)
  const result = await autocannon({ url, headers, duration, connections: CONNECTIONS })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} responses were not 2xx`)
  const { processorTime } = await usageOf(child)
  const rate = result.requests.total / (processorTime - before.processorTime)
  return { rate, p50: result.latency.p50, p99: result.latency.p99 }
}

/** Seconds of processor time, and bytes. */
function usageOf(child: ChildProcess) {
  child.send('usage')
  return messageFrom<{ processorTime: number; residentBytes: number }>(child)
}

async function messageFrom<T>(child: ChildProcess) {
  const [message] = (await once(child, 'message')) as [T]
  return message
}
