import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import autocannon from 'autocannon'

import { collections, views } from '#server/collections.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import type { Store } from '#server/store/port.ts'
import { buildServer } from '#server/tools/server-build.ts'

import type { Target } from './load.ts'
import { MEMORY_SETTINGS } from './memory-settings.ts'
import { type Row, row } from './row.ts'

const ROUNDS = 3
const CONNECTIONS = 16
/** Milliseconds. */
const SLOWEST_P99 = 50

interface Ready {
  product: number
  bare: number
  headers: Record<string, string>
  /** Cookies in the order of the members. */
  cookies: string[]
  startedIn: number
  startedInProcessorTime: number
  residentBytes: number
}

interface Read {
  name: string
  path: string
  /** Ids of the members who ask in turn. Undefined for a visitor. */
  as?: readonly string[]
  /** Minimum share of bare Fastify's rate. */
  target: number
  /** Milliseconds. */
  slowestP99?: number
}

interface Write {
  as: string
  method: 'POST' | 'PUT'
  path: string
  body: object
}

/** A server in a separate process on seeded data, with some members signed in. */
export async function startProduct(seed: (store: Store) => Promise<void>, members: readonly string[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const store = openSqliteStore({ dataDir, secret: 'a secret of the benchmark', collections, views })
  await seed(store)
  await store.close()
  const program = await buildServer('bench/servers/requests-server', 'bench')
  // Like `npm start`.
  const child = fork(program, [dataDir, ...members], { env: { ...process.env, ...MEMORY_SETTINGS } })
  const ready = await messageFrom<Ready>(child)
  const { headers } = ready
  const headersOf = (member: string | undefined) =>
    member === undefined ? headers : { ...headers, cookie: ready.cookies[members.indexOf(member)] ?? '' }

  const floorNow = async () =>
    (await load(child, { port: ready.bare, path: '/', headers: [headers] }, 1)).rate

  return {
    ready,

    /**
     * The median of some rounds, each right after one of bare Fastify. Requests are counted per second of the
     * server's processor time, so that other load on the machine matters little; latencies include it.
     */
    async read({ name, path, as, target, slowestP99 }: Read): Promise<Row> {
      const own = { port: ready.product, path, headers: (as ?? [undefined]).map(headersOf) }
      await load(child, own, 1)
      const rounds: (Awaited<ReturnType<typeof load>> & { baseline: number })[] = []
      for (let round = 0; round < ROUNDS; round++)
        rounds.push({ baseline: await floorNow(), ...(await load(child, own, 2)) })
      const ratio = (each: (typeof rounds)[number]) => each.rate / each.baseline
      const median = rounds.toSorted((a, b) => ratio(a) - ratio(b))[Math.floor(ROUNDS / 2)]!
      return rowOf(name, median, target, slowestP99)
    },

    /** Sends each write once and counts as `read` does. The first quarter is a warm-up. */
    async write(name: string, writes: readonly Write[], target: number): Promise<Row> {
      const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
      const send = (all: readonly Write[]) =>
        inParallel(all, ({ as, method, path, body }) =>
          sent({ agent, port: ready.product, method, path, headers: headersOf(as) }, body),
        )
      const warmUp = Math.floor(writes.length / 4)
      await send(writes.slice(0, warmUp))
      const baseline = await floorNow()
      const before = await usageOf(child)
      const took = (await send(writes.slice(warmUp))).toSorted((a, b) => a - b)
      const { processorTime } = await usageOf(child)
      agent.destroy()
      const at = (share: number) => Math.round(took[Math.ceil(took.length * share) - 1] ?? 0)
      const rate = took.length / (processorTime - before.processorTime)
      return rowOf(name, { rate, baseline, p50: at(0.5), p99: at(0.99) }, target)
    },

    /** The slowest of the reads that one client sends, one each `every` milliseconds, while another sends the writes in turn. */
    async slowestDuring(writes: readonly Write[], { as, path }: Pick<Write, 'as' | 'path'>, every: number) {
      const agent = new Agent({ keepAlive: true })
      const to = { agent, port: ready.product }
      const reads: Promise<number>[] = []
      const timer = setInterval(() => {
        reads.push(timeOf(sent({ ...to, method: 'GET', path, headers: headersOf(as) })))
      }, every)
      for (const { as: writer, body, ...write } of writes)
        await sent({ ...to, ...write, headers: headersOf(writer) }, body)
      clearInterval(timer)
      const slowest = Math.max(...(await Promise.all(reads)))
      agent.destroy()
      return Math.round(slowest)
    },

    usage: () => usageOf(child),

    async stop() {
      child.disconnect()
      await once(child, 'exit')
      rmSync(dataDir, { recursive: true })
    },
  }
}

interface Measured {
  rate: number
  baseline: number
  p50: number
  p99: number
}

const rowOf = (
  name: string,
  { rate, baseline, p50, p99 }: Measured,
  target: number,
  limit = SLOWEST_P99,
): Row => ({
  ...row(`${name} / bare Fastify`, rate, baseline, target),
  latency: { p50, p99, limit },
})

/**
 * @param headers those of each member, in turn
 * @throws when any answer is not 2xx: fast refusals would count as speed
 */
async function load(
  child: ChildProcess,
  { port, path, headers }: Omit<Target, 'headers'> & { headers: readonly Target['headers'][] },
  duration: number,
) {
  const url = `http://127.0.0.1:${port}${path}`
  const requests = headers.map((each) => ({ path, headers: each }))
  let connections = 0
  const before = await usageOf(child)
  const result = await autocannon({
    url,
    duration,
    connections: CONNECTIONS,
    setupClient(client) {
      // No two connections ask for the same member at about the same time.
      const start = Math.floor((connections++ * requests.length) / CONNECTIONS)
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)])
    },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} responses were not 2xx`)
  const { processorTime } = await usageOf(child)
  const rate = result.requests.total / (processorTime - before.processorTime)
  return { rate, p50: result.latency.p50, p99: result.latency.p99 }
}

/** @returns the time that each took, in milliseconds */
async function inParallel<T>(all: readonly T[], work: (each: T) => Promise<void>) {
  const took: number[] = []
  const left = all.values()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const each of left) {
        took.push(await timeOf(work(each)))
      }
    }),
  )
  return took
}

/** @returns milliseconds */
async function timeOf(work: Promise<void>) {
  const startedAt = performance.now()
  await work
  return performance.now() - startedAt
}

/** @throws unless the answer is 2xx */
function sent({ headers, ...options }: Target & { agent: Agent; method: string }, body?: object) {
  return new Promise<void>((resolve, reject) => {
    const request = httpRequest({
      host: '127.0.0.1',
      ...options,
      headers: { ...headers, 'x-csrf': '1', ...(body && { 'content-type': 'application/json' }) },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      response.resume().on('end', () => {
        if (status >= 200 && status < 300) resolve()
        else reject(new Error(`${options.method} ${options.path}: ${status}`))
      })
    })
    request.end(body && JSON.stringify(body))
  })
}

/** Seconds of processor time, and bytes. */
function usageOf(child: ChildProcess) {
  child.send('usage')
  return messageFrom<{ processorTime: number; residentBytes: number }>(child)
}

/** @throws when the process ends instead */
async function messageFrom<T>(child: ChildProcess) {
  const ended = new AbortController()
  const onExit = () => ended.abort()
  child.once('exit', onExit)
  try {
    const [message] = (await once(child, 'message', { signal: ended.signal })) as [T]
    return message
  } finally {
    child.off('exit', onExit)
  }
}
