import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { HOUR } from '#shared/lib/durations.ts'
import { collections, views } from '#server/collections.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import { buildClient } from '#server/tools/client-build.ts'
import { buildServer } from '#server/tools/server-build.ts'
import { freePort } from '#server/tools/server-process.ts'
import { seedOnlineCommunity } from './online-community.ts'
import type { Figure } from './row.ts'
import { type Google, type ProductionServer, startProductionServer } from './production-server.ts'
import { createScraper, type Usage } from './scrape.ts'

import type { Command, Offer, Offered } from './capacity-load.ts'

/** Milliseconds: the highest p99 of screens at which a rate counts as sustained. */
const P99_LIMIT = 100
/** Share of the members online who sign in meanwhile. */
const ARRIVING_SHARE = 0.05
/** Seconds in which code is compiled and caches are filled. */
const WARM_UP = 15
/** Seconds of the handover, until the streams are open again. */
const DRAIN = 15
const SAMPLE_INTERVAL = 5_000

interface Step extends Offered, Usage {
  rate: number
}

/**
 * Measures how many members servers with SQLite serve on one machine: they are online with a stream each, and
 * request screens at a rate that rises until the p99 is above 100 ms. Then runs a soak, if asked for, and a handover
 * of the first server to another under load. The options are `DEFAULTS`.
 */
export async function capacityFigures(): Promise<Figure[]> {
  const { servers: count, online, from, step, to, seconds, minutes, rate } = options()
  const figure = figuresOf(count)
  await buildClient()
  await buildServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const arriving = Math.ceil(online * ARRIVING_SHARE)
  const store = openSqliteStore({ dataDir, secret: 'a secret of the benchmark', collections, views })
  await seedOnlineCommunity(store, online + arriving)
  await store.close()
  const load = fork(join(import.meta.dirname, 'capacity-load.ts'))
  try {
    const google = await messageFrom<Google>(load)
    const servers: ProductionServer[] = []
    const metricsPorts: number[] = []
    while (servers.length < count) {
      const port = await freePort()
      const server = await startProductionServer(google, dataDir, { METRICS_PORT: String(port) })
      note(`ready after ${Math.round(server.readyIn)} ms with ${online + arriving} members`)
      servers.push(server)
      metricsPorts.push(port)
    }
    const residentBytes = async () => {
      const each = await Promise.all(servers.map((server) => server.residentBytes()))
      return each.reduce((sum, bytes) => sum + bytes, 0)
    }
    await ask(load, { serve: servers.map(({ port }) => port), members: online, arriving })
    note(`${online + arriving} signed in, ${megabytes(await residentBytes())} MB`)
    await ask(load, { streams: online })
    const usageSince = await createScraper(metricsPorts)
    const play = (more: Offer) => ask<Offered>(load, { offer: more })
    const measure = async (more: Offer): Promise<Step> => {
      await usageSince()
      return logged({ rate: more.rate, ...(await play(more)), ...(await usageSince()) })
    }

    note('warm-up')
    await measure({ rate: from, seconds: WARM_UP })
    const steps: Step[] = []
    for (let next = from; next <= to; next += step) {
      let measured = await measure({ rate: next, seconds })
      // The machine is virtual: a pause of its processors alone can fail a step.
      if (!isCarried(measured)) measured = await measure({ rate: next, seconds })
      if (!isCarried(measured)) {
        note(`not carried: ${next} screens a second`)
        break
      }
      steps.push(measured)
    }
    const carried = steps.at(-1)
    const figures = [
      figure('streams open at the highest rate', carried?.openStreams ?? 0, '', 'at least', 10_000),
      figure('screens carried at p99 ≤ 100 ms', carried?.rate ?? 0, '/s', 'at least', 500),
    ]
    const steady = rate || Math.max(from, Math.round((carried?.rate ?? from) / 2))
    if (minutes > 0) {
      const sampling = sampleMemory(residentBytes)
      const soak = await measure({ rate: steady, seconds: minutes * 60 })
      const growth = growthOf(await sampling.stop())
      figures.push(
        figure(`soak of ${minutes} min at ${steady}/s, p99`, soak.p99, 'ms', 'at most', P99_LIMIT),
        figure(
          `soak of ${minutes} min, growth of resident memory in the second half`,
          growth,
          'MB/h',
          'at most',
          10,
        ),
      )
    }

    const successor = await startProductionServer(google, dataDir)
    const handingOver = play({ rate: steady, seconds: DRAIN, successor: successor.port })
    await wait(1_000)
    await servers[0]!.stop()
    const drained = logged({ rate: steady, ...(await handingOver) })
    figures.push(
      figure(`requests lost while draining, ${steady}/s`, lostOf(drained), '', 'at most', 0),
      figure(`requests not accepted while draining, ${steady}/s`, drained.notAccepted, '', 'at most', 0),
    )
    await Promise.all([successor, ...servers.slice(1)].map((server) => server.stop()))
    return figures
  } finally {
    if (load.connected) load.disconnect()
    await rm(dataDir, { recursive: true })
  }
}

/** @throws when an option is not a number */
function options() {
  const { values } = parseArgs({
    strict: false,
    options: Object.fromEntries(Object.entries(DEFAULTS).map(([name]) => [name, { type: 'string' }])),
  })
  const number = (name: keyof typeof DEFAULTS) => {
    const value = Number(values[name] ?? DEFAULTS[name])
    if (!(value >= 0)) throw new Error(`--${name} must be a number, as in --${name}=${DEFAULTS[name]}.`)
    return value
  }
  return {
    servers: number('servers') || 1,
    online: number('online'),
    from: number('from'),
    step: number('step'),
    to: number('to'),
    seconds: number('seconds'),
    minutes: number('minutes'),
    rate: number('rate'),
  }
}

const DEFAULTS = {
  /** Server processes that share one database file. */
  servers: 1,
  /** Members with a stream; 5 % more sign in meanwhile. Needs `ulimit -n` of 12,000. */
  online: 10_000,
  /** Screens per second of the first step. */
  from: 25,
  /** Screens per second that each step adds. */
  step: 25,
  /** Screens per second of the last step. */
  to: 1_000,
  /** Length of a step in seconds. */
  seconds: 20,
  /** Length of a soak after the steps. Its growth of memory is the slope of its second half. */
  minutes: 0,
  /** Screens per second of the soak and the handover. 0 means half of the sustained rate. */
  rate: 0,
}

const isCarried = (step: Step) =>
  step.p99 <= P99_LIMIT && lostOf(step) + step.notAccepted + failedOf(step) === 0

const failedOf = ({ statuses }: Pick<Offered, 'statuses'>) =>
  Object.entries(statuses).reduce((sum, [status, count]) => sum + (Number(status) < 400 ? 0 : count), 0)

const lostOf = ({ lost }: Pick<Offered, 'lost'>) => Object.values(lost).reduce((sum, count) => sum + count, 0)

function sampleMemory(residentBytes: () => Promise<number>) {
  const samples: { at: number; bytes: number }[] = []
  const stopping = new AbortController()
  const startedAt = performance.now()
  const sampling = (async () => {
    while (!stopping.signal.aborted) {
      samples.push({ at: performance.now() - startedAt, bytes: await residentBytes() })
      await wait(SAMPLE_INTERVAL)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await sampling
      return samples
    },
  }
}

/** Megabytes per hour in the second half, by linear regression: caches are filled in the first half. */
function growthOf(all: readonly { at: number; bytes: number }[]) {
  note(`resident: ${all.map(({ bytes }) => megabytes(bytes)).join(' ')} MB`)
  const samples = all.slice(Math.floor(all.length / 2))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [middle, average] = [mean(samples.map(({ at }) => at)), mean(samples.map(({ bytes }) => bytes))]
  const covariance = mean(samples.map(({ at, bytes }) => (at - middle) * (bytes - average)))
  const variance = mean(samples.map(({ at }) => (at - middle) ** 2))
  return megabytes((covariance / variance) * HOUR)
}

const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

function figuresOf(servers: number) {
  const who = servers === 1 ? 'one server' : `${servers} servers`
  return (name: string, value: number, unit: string, bound: Figure['bound'], limit: number): Figure => ({
    name: `${who} with SQLite, ${name}`,
    value,
    unit,
    bound,
    limit,
  })
}

const note = (text: string) => console.error(`  ${text}`)

function logged<T extends Offered & Partial<Usage> & { rate: number }>(step: T): T {
  const { residentBytes, p99Of, ...rest } = step
  note(JSON.stringify({ ...rest, residentMegabytes: residentBytes && megabytes(residentBytes), p99Of }))
  return step
}

async function ask<T>(load: ChildProcess, command: Command) {
  load.send(command)
  return messageFrom<T>(load)
}

async function messageFrom<T>(load: ChildProcess) {
  const ended = new AbortController()
  const [message] = (await Promise.race([
    once(load, 'message', { signal: ended.signal }),
    once(load, 'exit', { signal: ended.signal }).then(() => {
      throw new Error('The load generator has ended.')
    }),
  ]).finally(() => ended.abort())) as [T]
  return message
}
