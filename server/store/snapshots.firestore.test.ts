import { randomBytes } from 'node:crypto'

import { getApps } from 'firebase-admin/app'
import { getFirestore } from 'firebase-admin/firestore'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { newTestDatabase, type TestDatabase } from '#server/testing/temporary-store.ts'

import { note, notes, putNotes } from './contract-fixture.ts'
import type { Store } from './port.ts'

let database: TestDatabase
beforeEach(() => {
  database = newTestDatabase()
})

/** Another process, and how many documents it has read. */
function start(snapshotInterval?: number) {
  let documents = 0
  const store = database.open([notes], {
    observe: (call) => void (documents += call.documents),
    ...(snapshotInterval !== undefined && { snapshotInterval }),
  })
  onTestFinished(() => store.close())
  const present = new Map<string, string>()
  const feed = store.openFeed(notes, {
    put: ({ id, title }) => void present.set(id, title),
    remove: (id) => void present.delete(id),
    reset: () => present.clear(),
  })
  return {
    store,
    present,
    reads: () => documents,
    async sync() {
      await feed.sync()
      return new Map(present)
    },
  }
}

const titled = (count: number, title = '', more: object = {}) =>
  Array.from({ length: count }, (_, at) => note(`n${1_000 + at}`, { title: `${title}${at}`, ...more }))
const titlesOf = (all: ReturnType<typeof titled>) => new Map(all.map(({ id, title }) => [id, title]))
const remove = (store: Store, id: string) => store.transact(async (tx) => tx.delete(notes, id))

/** What is beside the collections of the features. */
const snapshotDocuments = async () => {
  const firestore = getFirestore(getApps().at(-1)!)
  return (await firestore.collection('feed-snapshots').get()).docs
}

test('a process that starts from a snapshot reads the snapshot and what has changed since', async () => {
  const first = start()
  await putNotes(first.store, titled(400))
  await first.sync()
  await first.store.writeSnapshots()
  const second = start()
  expect(await second.sync()).toEqual(titlesOf(titled(400)))
  expect(second.reads()).toBeLessThanOrEqual(3)

  await putNotes(first.store, [note('n1001', { title: 'changed' }), note('new', { title: 'new' })])
  await remove(first.store, 'n1002')
  const third = start()
  const expected = titlesOf(titled(400)).set('n1001', 'changed').set('new', 'new')
  expected.delete('n1002')
  expect(await third.sync()).toEqual(expected)
  await remove(first.store, 'n1003')
  expected.delete('n1003')
  await expect.poll(() => third.present.size).toBe(expected.size)
})

test('a snapshot that is brought up to date has every change since, in as many chunks as it takes', async () => {
  // Random texts cannot be compressed: about two chunks.
  const large = titled(50).map((each) => ({ ...each, text: randomBytes(24_000).toString('base64') }))
  const first = start(0)
  for (let at = 0; at < 50; at += 10) await putNotes(first.store, large.slice(at, at + 10))
  await first.sync()
  await first.store.writeSnapshots()
  expect((await snapshotDocuments()).length).toBeGreaterThan(2)

  await putNotes(first.store, [note('n1040', { title: 'changed' }), note('a-first', { title: 'first' })])
  await remove(first.store, 'n1005')
  await first.store.writeSnapshots()
  await first.store.writeSnapshots()
  const expected = await first.sync()
  expect(expected.get('n1040')).toBe('changed')
  const second = start()
  expect(await second.sync()).toEqual(expected)
  expect(second.reads()).toBeLessThanOrEqual(5)
})

test('of processes that write a snapshot at once, one does it', async () => {
  const [first, second] = [start(), start()]
  await putNotes(first.store, titled(20))
  await Promise.all([first.sync(), second.sync()])
  await Promise.all([first.store.writeSnapshots(), second.store.writeSnapshots()])
  expect(await snapshotDocuments()).toHaveLength(2)
  expect((await start().sync()).size).toBe(20)
})

test('without one of its chunks, the collection itself is read', async () => {
  const first = start()
  await putNotes(first.store, titled(20))
  await first.sync()
  await first.store.writeSnapshots()
  for (const doc of await snapshotDocuments()) if (doc.id !== 'notes') await doc.ref.delete()
  expect(await start().sync()).toEqual(titlesOf(titled(20)))
})
