import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import type { Unread } from '#shared/notifications.ts'
import { openEventStream } from '#server/testing/event-stream.ts'

import type { Figure } from './pages.ts'

const STREAMS = 2_000
const OPENED_AT_ONCE = 50
const SAMPLES = 40
/** Milliseconds, with one heartbeat for each stream. */
const IDLE = 26_000

interface Usage {
  residentBytes: number
  cpuMicroseconds: number
}

/** What open streams take, and how soon a notification arrives, on loopback. */
export async function streamFigures(): Promise<Figure[]> {
  const child = fork(join(import.meta.dirname, 'stream-server.ts'), [String(STREAMS)], {
    execArgv: ['--expose-gc'],
  })
  try {
    const { port, cookies } = await next<{ port: number; cookies: string[] }>(child)
    const asked = (cookie: string) => ({
      port,
      headers: { host: 'localhost', 'sec-fetch-site': 'same-origin', cookie },
    })
    // What a session takes whether or not it has a stream.
    await inBatches(cookies, (cookie) =>
      fetch(`http://127.0.0.1:${port}/api/notifications/unread`, { headers: asked(cookie).headers }),
    )
    const before = await usageOf(child)
    const streams = await inBatches(cookies, (cookie) =>
      openEventStream<Unread>(asked(cookie), '/api/notifications/stream'),
    )
    await Promise.all(streams.map((stream) => stream.until(({ unread }) => unread === 0)))
    const open = await usageOf(child)
    await wait(IDLE)
    const idle = await usageOf(child)

    const one: number[] = []
    for (let at = 1; at <= SAMPLES; at++) {
      const startedAt = performance.now()
      child.send({ notify: 1 })
      await Promise.all([next(child), streams[0]!.until(({ unread }) => unread === at)])
      one.push(performance.now() - startedAt)
    }
    const startedAt = performance.now()
    child.send({ notify: STREAMS })
    await Promise.all([
      next(child),
      ...streams.map((stream, at) => stream.until(({ unread }) => unread === (at === 0 ? SAMPLES + 1 : 1))),
    ])
    const all = performance.now() - startedAt
    const cpu = (idle.cpuMicroseconds - open.cpuMicroseconds) / (IDLE * 10)
    const memory = (open.residentBytes - before.residentBytes) / STREAMS / 1_024
    return [
      figure(`${count} open streams, memory of each`, memory, 'KB', 64),
      figure(`${count} open streams, share of one core while nothing happens`, cpu, '%', 5),
      figure(
        `${count} open streams, a notification to one, slowest of ${SAMPLES}`,
        Math.max(...one),
        'ms',
        2_000,
      ),
      figure(`${count} open streams, a notification to each, the last`, all, 'ms', 2_000),
    ]
  } finally {
    child.disconnect()
  }
}

const count = STREAMS.toLocaleString('en')

const figure = (name: string, value: number, unit: string, limit: number): Figure => ({
  name,
  value: value >= 10 ? Math.round(value) : Number(value.toFixed(2)),
  unit,
  bound: 'at most',
  limit,
})

async function next<T>(child: ChildProcess) {
  const [message] = (await once(child, 'message')) as [T]
  return message
}

async function usageOf(child: ChildProcess) {
  child.send('usage')
  return next<Usage>(child)
}

async function inBatches<T>(cookies: readonly string[], work: (cookie: string) => Promise<T>) {
  const results: T[] = []
  for (let at = 0; at < cookies.length; at += OPENED_AT_ONCE) {
    results.push(...(await Promise.all(cookies.slice(at, at + OPENED_AT_ONCE).map(work))))
  }
  return results
}
