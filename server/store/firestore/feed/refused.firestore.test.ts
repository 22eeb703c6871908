import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'

import { startGrpcProxy } from '#server/testing/stand-ins/grpc-proxy.ts'
import { note, notes, putNotes } from '#server/store/contract/fixture.ts'
import { openFirestoreStore } from '#server/store/firestore/store.ts'
import { StorePermissionDenied } from '#server/store/port.ts'

const DENIED = { status: 7, message: 'Missing or insufficient permissions.' }

/** A replica with two feeds behind a proxy that can refuse to let it listen, and another replica without. */
async function openBoth() {
  const projectId = `test-${randomUUID().slice(0, 20)}`
  const proxy = await startGrpcProxy(inject('firestoreEmulator'))
  onTestFinished(proxy.stop)
  const logged: string[] = []
  const record = (_facts: object, message: string) => void logged.push(message)
  const open = (host: string) => {
    vi.stubEnv('FIRESTORE_EMULATOR_HOST', host)
    const options = { projectId, secret: 'a secret of the test', collections: [notes] }
    const store = openFirestoreStore({ ...options, readDeadline: 5_000, log: { warn: record, info: record } })
    vi.unstubAllEnvs()
    onTestFinished(() => store.close())
    return store
  }
  const other = open(inject('firestoreEmulator'))
  const store = open(proxy.host)
  const present = new Set<string>()
  const listener = {
    put: ({ id }: { id: string }) => void present.add(id),
    remove: (id: string) => void present.delete(id),
    reset: () => present.clear(),
  }
  const feeds = [store.openFeed(notes, listener), store.openFeed(notes, listener, { from: 'now' })]
  return { proxy, store, other, feeds, present, logged }
}

const within = { timeout: 30_000 }

test('a feed that Firestore refuses for three seconds recovers with one stream, after a few attempts', async () => {
  const { proxy, store, other, feeds, present, logged } = await openBoth()
  await Promise.all(feeds.map((feed) => feed.sync()))
  const before = { listens: proxy.listens(), open: proxy.open() }
  proxy.refuse(DENIED)
  await wait(3_000)
  proxy.accept()
  await putNotes(other, [note('meanwhile')])
  await expect.poll(() => [...present], within).toEqual(['meanwhile'])
  await expect.poll(() => store.ping().then(() => 'ready', String), within).toBe('ready')
  expect(proxy.listens() - before.listens).toBeLessThanOrEqual(8)
  expect(proxy.open()).toBe(before.open)
  expect(logged.filter((message) => message === 'change feeds refused')).toHaveLength(1)
  await expect.poll(() => logged, within).toContain('change feeds accepted again')
})

test('a replica whose feeds are all refused is not ready, fails at once and rarely retries', async () => {
  const { proxy, store, feeds, logged } = await openBoth()
  proxy.refuse(DENIED)
  await expect(feeds[0]!.sync()).rejects.toBeInstanceOf(StorePermissionDenied)
  const heap = process.memoryUsage().heapUsed
  for (let second = 0; second < 10; second += 1) {
    const asked = performance.now()
    await expect(Promise.all(feeds.map((feed) => feed.sync()))).rejects.toBeInstanceOf(StorePermissionDenied)
    expect(performance.now() - asked).toBeLessThan(1_000)
    await wait(1_000)
  }
  await expect(store.ping()).rejects.toBeInstanceOf(StorePermissionDenied)
  expect(proxy.listens()).toBeLessThanOrEqual(9)
  expect(proxy.open()).toBe(0)
  expect(process.memoryUsage().heapUsed - heap).toBeLessThan(50_000_000)
  expect(logged.filter((message) => message === 'change feeds refused')).toHaveLength(1)
})
