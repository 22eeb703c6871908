import { expect, test } from 'vitest'

import { createBackoff } from '#client/lib/storage/backoff.ts'
import { createSendLoop } from './send-loop.ts'

/** A queue of numbered batches and a server whose answers the test decides; the test controls timers. */
function openLoop({ batches = 1, isHeldElsewhere = (): boolean => false } = {}) {
  const clock = { now: 0 }
  const server = { sent: 0, waiting: batches, accepts: true, retryAfter: 0 }
  let timer: { delay: number; run: () => void } | undefined
  const backoff = createBackoff({
    delays: { firstRetryDelay: 1_000, longestRetryDelay: 8_000 },
    now: () => clock.now,
  })
  const loop = createSendLoop({
    lockName: 'test',
    locks: {
      request: async (_name: string, _options: LockOptions, take: LockGrantedCallback<unknown>) =>
        take(isHeldElsewhere() ? null : ({} as Lock)),
    } as Pick<LockManager, 'request'>,
    backoff,
    after: (delay, run) => {
      const mine = { delay, run }
      timer = mine
      return () => {
        if (timer === mine) timer = undefined
      }
    },
    sendNext: async () => {
      if (server.waiting === 0) return false
      await Promise.resolve()
      if (!server.accepts) {
        loop.retryLater(server.retryAfter)
        return false
      }
      backoff.succeed()
      server.waiting -= 1
      server.sent += 1
      return true
    },
  })
  return { clock, server, loop, backoff, timer: () => timer }
}

test('a flush sends batch after batch until nothing waits', async () => {
  const { loop, server, timer } = openLoop({ batches: 3 })
  await loop.flush()
  expect(server).toMatchObject({ sent: 3, waiting: 0 })
  expect(timer()).toBeUndefined()
})

test('a flush during another sends new entries right after it', async () => {
  const { loop, server } = openLoop()
  const first = loop.flush()
  await loop.flush()
  server.waiting += 1
  await first
  expect(server).toMatchObject({ sent: 2, waiting: 0 })
})

test('this tab tries again after a second while another tab sends', async () => {
  let isHeld = true
  const { loop, server, timer } = openLoop({ isHeldElsewhere: () => isHeld })
  await loop.flush()
  expect([server.sent, timer()?.delay]).toEqual([0, 1_000])
  isHeld = false
  timer()?.run()
  await expect.poll(() => server.sent).toBe(1)
})

test('after a failure, one timer retries with growing delays, never sooner than the server asked', async () => {
  const { loop, server, clock, timer } = openLoop()
  server.accepts = false
  const delays: (number | undefined)[] = []
  for (const retryAfter of [0, 0, 20_000, 0]) {
    server.retryAfter = retryAfter
    await loop.flush()
    delays.push(timer()?.delay)
    await loop.flush()
    clock.now += timer()?.delay ?? 0
  }
  expect(delays).toEqual([1_000, 2_000, 20_000, 8_000])
  server.accepts = true
  await loop.flush()
  expect([server.sent, timer()]).toEqual([1, undefined])
})

test('a browser that refuses locks leaves the entries for the next flush, without an error', async () => {
  const refused = createSendLoop({
    lockName: 'test',
    locks: { request: () => Promise.reject(new DOMException('', 'SecurityError')) },
    backoff: createBackoff({ delays: { firstRetryDelay: 1, longestRetryDelay: 1 }, now: () => 0 }),
    after: () => () => undefined,
    sendNext: () => Promise.reject(new Error('Sent without the lock')),
  })
  await expect(refused.flush()).resolves.toBeUndefined()
})

test('an error thrown while sending is thrown by the flush', async () => {
  const broken = createSendLoop({
    lockName: 'test',
    locks: undefined,
    backoff: createBackoff({ delays: { firstRetryDelay: 1, longestRetryDelay: 1 }, now: () => 0 }),
    after: () => () => undefined,
    sendNext: () => Promise.reject(new Error('A defect')),
  })
  await expect(broken.flush()).rejects.toThrow('A defect')
})
