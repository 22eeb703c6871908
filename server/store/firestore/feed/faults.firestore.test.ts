import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test, vi } from 'vitest'

import { SECOND } from '#shared/lib/durations.ts'
import { startGrpcProxy } from '#server/testing/stand-ins/grpc-proxy.ts'
import { startTcpProxy } from '#server/testing/stand-ins/tcp-proxy.ts'
import { note, notes, putNotes } from '#server/store/contract/fixture.ts'
import { openFirestoreStore } from '#server/store/firestore/store.ts'
import { StoreUnavailable } from '#server/store/port.ts'

/** A replica behind a network with faults, and another without. */
async function openBoth() {
  const projectId = `test-${randomUUID().slice(0, 20)}`
  const proxy = await startTcpProxy(inject('firestoreEmulator'))
  onTestFinished(proxy.stop)
  const open = (host: string) => {
    vi.stubEnv('FIRESTORE_EMULATOR_HOST', host)
    const options = { projectId, secret: 'a secret of the test', collections: [notes] }
    const store = openFirestoreStore({ ...options, deadline: 60_000, readDeadline: 5_000 })
    vi.unstubAllEnvs()
    onTestFinished(() => store.close())
    return store
  }
  const other = open(inject('firestoreEmulator'))
  await putNotes(other, [note('a'), note('b')])
  const store = open(proxy.host)
  const present = new Map<string, string>()
  const feed = store.openFeed(notes, {
    put: ({ id, title }) => void present.set(id, title),
    remove: (id) => void present.delete(id),
    reset: () => present.clear(),
  })
  const state = () => Object.fromEntries([...present].toSorted(([one], [two]) => (one < two ? -1 : 1)))
  const changeElsewhere = () =>
    other.transact(async (tx) => {
      tx.put(notes, note('a', { title: 'changed' }))
      tx.delete(notes, 'b')
      tx.create(notes, note('c', { title: 'new' }))
    })
  return { proxy, store, feed, state, changeElsewhere }
}

const CHANGED = { a: 'changed', c: 'new' }
const within = { timeout: 40_000 }

test.for([
  ['cut off', 'refuse'],
  ['without an answer, as one that is paused', 'swallow'],
] as const)('a replica that was %s for a while gets all changes once it is back', async ([, fault]) => {
  const { proxy, store, feed, state, changeElsewhere } = await openBoth()
  await feed.sync()
  expect(Object.keys(state())).toEqual(['a', 'b'])
  if (fault === 'refuse') await proxy.refuse()
  else proxy.swallow('all')
  await changeElsewhere()
  expect(Object.keys(state())).toEqual(['a', 'b'])
  await proxy.recover()
  await expect.poll(state, within).toEqual(CHANGED)
  await expect.poll(() => store.feedLags()['notes'], within).toBeGreaterThan(0)
})

test('a replica that starts without Firestore is not ready, and has everything once Firestore is back', async () => {
  const { proxy, feed, state, changeElsewhere } = await openBoth()
  await proxy.refuse()
  await expect(feed.sync()).rejects.toThrow(StoreUnavailable)
  await changeElsewhere()
  await proxy.recover()
  await expect.poll(() => feed.sync().then(() => 'ready', String), within).toBe('ready')
  expect(state()).toEqual(CHANGED)
})

test('a replica whose feeds are four seconds late starts, is ready, and has each change after that time', async () => {
  const delay = 4 * SECOND
  const projectId = `test-${randomUUID().slice(0, 20)}`
  const proxy = await startGrpcProxy(inject('firestoreEmulator'))
  onTestFinished(proxy.stop)
  proxy.delayListens(delay)
  const warnings: string[] = []
  const open = (host: string) => {
    vi.stubEnv('FIRESTORE_EMULATOR_HOST', host)
    const log = { info: () => {}, warn: (_facts: object, message: string) => void warnings.push(message) }
    const store = openFirestoreStore({ projectId, secret: 'a secret of the test', collections: [notes], log })
    vi.unstubAllEnvs()
    onTestFinished(() => store.close())
    return store
  }
  const [other, store] = [open(inject('firestoreEmulator')), open(proxy.host)]
  await putNotes(other, [note('a')])
  const titles = new Map<string, string>()
  const feed = store.openFeed(notes, {
    put: ({ id, title }) => void titles.set(id, title),
    remove: (id) => void titles.delete(id),
    reset: () => titles.clear(),
  })
  await expect.poll(() => feed.sync().then(() => 'ready', String), within).toBe('ready')
  expect([...titles.keys()]).toEqual(['a'])
  const listens = proxy.listens()

  // Idle, then under load.
  for (const count of [1, 20]) {
    const ids = Array.from({ length: count }, (_, at) => `${count}-${at}`)
    const startedAt = performance.now()
    await putNotes(
      other,
      ids.map((id) => note(id)),
    )
    await expect.poll(() => ids.every((id) => titles.has(id)), within).toBe(true)
    expect(performance.now() - startedAt).toBeGreaterThan(delay - 100)
    await expect(store.ping()).resolves.toBeUndefined()
  }
  expect(proxy.listens()).toBe(listens)
  expect(warnings).toEqual([])
})
