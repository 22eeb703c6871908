import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test, vi } from 'vitest'

import { startTcpProxy } from '#server/testing/stand-ins/tcp-proxy.ts'
import { counters, increment } from '#server/store/contract/fixture.ts'
import { StoreOutcomeUnknown, StoreUnavailable } from '#server/store/port.ts'

import { type FirestoreOptions, openFirestoreStore } from './store.ts'

/** Milliseconds. Shorter than in production, but long enough for a busy machine. */
const DEADLINE = 5_000

/** One database, reached directly and through a network with faults. */
async function openBoth(more: Partial<FirestoreOptions> = {}) {
  const projectId = `test-${randomUUID().slice(0, 20)}`
  const proxy = await startTcpProxy(inject('firestoreEmulator'))
  onTestFinished(proxy.stop)
  const open = (host: string, options: Partial<FirestoreOptions>) => {
    vi.stubEnv('FIRESTORE_EMULATOR_HOST', host)
    const store = openFirestoreStore({
      projectId,
      secret: 'a secret of the test',
      collections: [counters],
      ...options,
    })
    vi.unstubAllEnvs()
    onTestFinished(() => store.close())
    return store
  }
  const direct = open(inject('firestoreEmulator'), { deadline: 60_000, readDeadline: 60_000 })
  const store = open(proxy.host, { deadline: DEADLINE, ...more })
  await increment(direct, 'known')
  await increment(store, 'known')
  const countOf = async (id: string) => (await direct.get(counters, id))?.count
  return { proxy, store, direct, countOf }
}

const failureOf = async (call: Promise<unknown>) => {
  const began = performance.now()
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return { error, after: performance.now() - began }
}

async function untilBack(store: { ping(): Promise<void> }) {
  await expect.poll(() => store.ping().then(() => 'back', String), { timeout: 20_000 }).toBe('back')
}

test('an outage is detected after one failure, logged once, and ends when the service is back', async () => {
  const lines: string[] = []
  const log = {
    warn: (_: object, line: string) => void lines.push(line),
    info: (_: object, line: string) => void lines.push(line),
  }
  const { proxy, store, countOf } = await openBoth({ log })
  await proxy.refuse()
  const write = await failureOf(increment(store, 'one'))
  expect(write.error).toBeInstanceOf(StoreUnavailable)
  expect(write.after).toBeLessThan(DEADLINE + 1_000)
  await expect.poll(() => lines).toEqual(['store unreachable'])

  const read = await failureOf(store.get(counters, 'known'))
  expect(read.error).toMatchObject({ kind: 'outage' })
  expect(read.after).toBeLessThan(1_000)
  expect((await failureOf(increment(store, 'two'))).after).toBeLessThan(1_000)

  await proxy.recover()
  await untilBack(store)
  expect(lines).toEqual(['store unreachable', 'store reachable again'])
  expect(await increment(store, 'three')).toBeUndefined()
  expect([await countOf('one'), await countOf('two'), await countOf('three')]).toEqual([
    undefined,
    undefined,
    1,
  ])
})

test('a write that was reported as failed is not committed when delayed packets arrive', async () => {
  const { proxy, store, countOf } = await openBoth()
  const write = await failureOf(increment(store, 'known', async () => proxy.swallow('all')))
  expect(write.error).toBeInstanceOf(StoreUnavailable)
  expect(write.after).toBeLessThan(DEADLINE + 1_000)

  await proxy.recover()
  await untilBack(store)
  await increment(store, 'other')
  expect([await countOf('known'), await countOf('other')]).toEqual([2, 1])
})

test('a commit whose response was lost succeeds and is not repeated', async () => {
  const { proxy, store, countOf } = await openBoth()
  const write = increment(store, 'known', async () => proxy.swallow('answers'))
  await expect.poll(() => countOf('known')).toBe(3)
  proxy.cut()
  await proxy.recover()
  await write
  expect(await countOf('known')).toBe(3)
})

test('a cut connection during a commit loses no increment and repeats none', async () => {
  const { proxy, store, countOf } = await openBoth({ deadline: 30_000 })
  const rounds = [0, 1, 2, 3, 5, 8]
  for (const delay of rounds) {
    let attempts = 0
    await increment(store, 'known', async () => {
      if (attempts++ === 0) setTimeout(proxy.cut, delay)
    })
  }
  expect(await countOf('known')).toBe(2 + rounds.length)
})

test('a write over a line with a round trip of four seconds succeeds within the deadline', async () => {
  const { proxy, store, countOf } = await openBoth({ deadline: 9_000 })
  proxy.setRoundTrip(4_000)
  await increment(store, 'known')
  expect(await countOf('known')).toBe(3)
})

test('a write without a response in time is reported as possibly saved', async () => {
  const { proxy, store, countOf } = await openBoth()
  const write = await failureOf(increment(store, 'known', async () => proxy.swallow('answers')))
  expect(write.error).toBeInstanceOf(StoreOutcomeUnknown)
  expect(write.after).toBeLessThan(DEADLINE + 1_000)
  expect(await countOf('known')).toBe(3)
})

test('a write that failed before its commit is reported as failed', async () => {
  const { proxy, store, countOf } = await openBoth({ deadline: 1_500 })
  proxy.setRoundTrip(2_000)
  const write = await failureOf(increment(store, 'known'))
  expect(write.error).not.toBeInstanceOf(StoreOutcomeUnknown)
  expect(write.error).toBeInstanceOf(StoreUnavailable)
  expect(await countOf('known')).toBe(2)
})
