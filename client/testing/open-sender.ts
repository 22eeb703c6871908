import { createErrorOutbox } from '#client/lib/error-log/outbox.ts'
import { createBackoff } from '#client/lib/storage/backoff.ts'
import type { SendLocks } from '#client/lib/offline-queue/send-loop.ts'
import { createErrorSender } from '#client/lib/error-log/sender.ts'
import { createCounter } from '#client/lib/error-log/local-log.ts'
import { createTransport } from '#client/lib/error-log/transport.ts'
import type { ClientErrorBatch } from '#shared/operations/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/operations/client-error-limits.ts'

import { errorEntry, NOON } from './error-entries.ts'
import { createMemoryStorage } from './memory-storage.ts'

export type Answer = (batch: ClientErrorBatch) => Response | Promise<Response>

export const received: Answer = ({ entries }) =>
  Response.json({ accepted: entries.length, duplicate: 0, rejected: [] })
export const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response(null, { status: code, headers })
export const noNetwork: Answer = () => {
  throw new TypeError('Failed to fetch')
}

/** A real outbox, transport and sender; only the network and time are the test's. */
export function openSender({
  storage = createMemoryStorage(),
  withBeacon = false,
  random = 1,
  locks = undefined as SendLocks,
} = {}) {
  const clock = { now: NOON }
  const server = { answer: received }
  const calls: { url: string; init: RequestInit; body: string; batch: ClientErrorBatch }[] = []
  const beacons: string[] = []
  const timers: { delay: number; run: () => void }[] = []

  const now = () => clock.now
  const after = (delay: number, run: () => void) => {
    timers.push({ delay, run })
    return () => undefined
  }
  const dropped = createCounter(storage, 'dropped')
  const noise = createCounter(storage, 'noise')
  const outbox = createErrorOutbox({ storage, tabId: 'tab-1', dropped, makeRoom: () => false })
  const sender = createErrorSender({
    origin: { tabId: 'tab-1', release: '1.2.3', build: 'abc' },
    storage,
    outbox,
    dropped,
    noise,
    transport: createTransport({
      async fetch(url, init) {
        const body = init.body as string
        const batch = JSON.parse(body) as ClientErrorBatch
        calls.push({ url, init, body, batch })
        return server.answer(batch)
      },
      beacon: withBeacon ? (_url, body) => beacons.push(body) > 0 : undefined,
      now,
    }),
    backoff: createBackoff({
      delays: CLIENT_ERRORS,
      now,
      random: () => random,
      shared: { storage, key: 'errorOutboxResumeAt' },
    }),
    locks,
    after,
    now,
    newId: () => crypto.randomUUID(),
  })
  const fill = (count: number, more: Parameters<typeof errorEntry>[0] = {}) => {
    for (let index = 0; index < count; index++) outbox.put(errorEntry({ at: NOON + index, ...more }))
  }
  return { clock, server, calls, beacons, timers, dropped, noise, outbox, sender, fill, storage }
}

export const sizes = (calls: { batch: ClientErrorBatch }[]) => calls.map(({ batch }) => batch.entries.length)
