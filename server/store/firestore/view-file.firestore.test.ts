import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getApps } from 'firebase-admin/app'
import { getFirestore } from 'firebase-admin/firestore'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { newTestDatabase, type TestDatabase } from '#server/testing/temporary-store.ts'
import { expectViewsEqualRebuild } from '#server/testing/views-check.ts'
import { sql } from '#server/views/sql.ts'
import { note, notes, putNotes } from '#server/store/contract/fixture.ts'
import { noteViews } from '#server/store/contract/views.ts'
import type { Store } from '#server/store/port.ts'

import { openFirestoreStore } from './store.ts'

const WRITER = join(import.meta.dirname, 'views-test-process.ts')

let database: TestDatabase
beforeEach(() => {
  database = newTestDatabase()
})

function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'views-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Another process, and the number of documents that it has read other than through listeners. */
function start(viewsDir = emptyFolder(), snapshotInterval?: number) {
  let documents = 0
  const store = database.open([notes], {
    viewsDir,
    views: noteViews,
    observe: (call) => void (documents += call.documents),
    snapshotInterval,
  })
  onTestFinished(() => store.close())
  return {
    store,
    viewsDir,
    reads: () => documents,
    async titles() {
      const rows = (await store.views()).all<{ id: string; title: string }>(
        sql`SELECT id, title FROM noteRow`,
      )
      return new Map(rows.map(({ id, title }) => [id, title]))
    },
  }
}

const titled = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, at) => note(`n${1_000 + at}`, { title: `${at}`, ...more }))
const titlesOf = (all: ReturnType<typeof titled>) => new Map(all.map(({ id, title }) => [id, title]))
const remove = (store: Store, id: string) => store.transact(async (tx) => tx.delete(notes, id))

/** Documents outside the declared collections. */
const snapshotDocuments = async () => {
  const firestore = getFirestore(getApps().at(-1)!)
  const { docs } = await firestore.collection('view-snapshots').get()
  return docs.filter(({ id }) => id !== 'source')
}

/** @returns the expected content of the views */
async function changeSome(store: Store) {
  await putNotes(store, [note('n1001', { title: 'changed' }), note('new', { title: 'new' })])
  await remove(store, 'n1002')
  const expected = titlesOf(titled(400)).set('n1001', 'changed').set('new', 'new')
  expected.delete('n1002')
  return expected
}

test('a restarted process resumes from its file, and reads what has changed since', async () => {
  const other = start()
  await putNotes(other.store, titled(400))
  const first = start()
  await first.titles()
  expect(first.reads()).toBeGreaterThanOrEqual(400)
  await first.store.close()
  const expected = await changeSome(other.store)
  const second = start(first.viewsDir)
  expect(await second.titles()).toEqual(expected)
  expect(second.reads()).toBeLessThanOrEqual(1)
  await remove(other.store, 'n1003')
  expected.delete('n1003')
  await expect.poll(second.titles).toEqual(expected)
})

test.for([
  ['a minute ahead', 1],
  ['three minutes ahead', 3],
  ['six minutes ahead', 6],
  ['a minute behind', -1],
  // The same holds for a process that was stopped for that long.
  ['ten minutes behind', -10],
] as const)('a process whose clock is %s still uses its file, and misses no change', async ([, minutes]) => {
  const other = start()
  await putNotes(other.store, titled(400))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const first = start()
  await first.titles()
  await first.store.close()
  vi.useRealTimers()
  const expected = await changeSome(other.store)
  expect(await start(first.viewsDir).titles()).toEqual(expected)
})

test(
  'views equal the documents after processes were paused, resumed and killed at any moment',
  { timeout: HANG_TIMEOUT },
  async () => {
    const projectId = `test-${randomUUID().slice(0, 20)}`
    const folders = [emptyFolder(), emptyFolder()]
    for (let round = 0; round < 3; round += 1) {
      const writers = folders.map((viewsDir, at) =>
        // Each writes its own notes. When two processes delete and write the same document at once, the emulator,
        // unlike Firestore, may give both the same time, or the later commit the earlier one.
        spawn(process.execPath, [WRITER, projectId, viewsDir, `n${at}-`], {
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
      )
      for (const writer of writers) onTestFinished(() => void writer.kill('SIGKILL'))
      await Promise.all(writers.map(({ stdout }) => once(stdout, 'data')))
      for (const writer of writers) {
        await wait(Math.random() * 100)
        writer.kill('SIGSTOP')
        await wait(Math.random() * 300)
        writer.kill('SIGCONT')
        await wait(Math.random() * 100)
        writer.kill('SIGKILL')
        await once(writer, 'exit')
      }
      for (const viewsDir of folders) {
        const store = openFirestoreStore({
          projectId,
          secret: 'a secret of the test',
          collections: [notes],
          views: noteViews,
          viewsDir,
        })
        onTestFinished(() => store.close())
        // When two threads of the emulator write to a stream at once, it sends nothing more, and feeds listen again after 45 s.
        await vi.waitFor(() => store.views(), 2 * MINUTE)
        await expectViewsEqualRebuild(store, noteViews)
        await store.close()
      }
    }
  },
)

test('a new process starts from the file that another has stored, and reads what has changed since', async () => {
  const first = start()
  await putNotes(first.store, titled(400))
  await first.titles()
  await first.store.writeSnapshots()
  const expected = await changeSome(first.store)
  const second = start()
  expect(await second.titles()).toEqual(expected)
  expect(second.reads()).toBeLessThanOrEqual(3)
})

test('a file that is stored again replaces its chunks, whatever their number', async () => {
  const first = start(undefined, 0)
  // Random texts cannot be compressed.
  const large = () => titled(20).map((each) => ({ ...each, title: randomBytes(60_000).toString('base64') }))
  for (let round = 0; round < 3; round += 1) {
    const some = large()
    for (let at = 0; at < 20; at += 5) await putNotes(first.store, some.slice(at, at + 5))
    await first.titles()
    await first.store.writeSnapshots()
  }
  const stored = (await snapshotDocuments()).length
  expect(stored).toBeGreaterThan(3)
  await first.store.writeSnapshots()
  expect((await snapshotDocuments()).length).toBeLessThan(stored * 1.5)
  expect(await start().titles()).toEqual(await first.titles())
})

test('a file with views of another database is not used', async () => {
  const first = start()
  await putNotes(first.store, titled(20))
  await first.titles()
  await first.store.close()
  database = newTestDatabase()
  expect(await start(first.viewsDir).titles()).toEqual(new Map())
})

test('one process stores its file when several try at once', async () => {
  const [first, second] = [start(), start()]
  await putNotes(first.store, titled(20))
  await Promise.all([first.titles(), second.titles()])
  await Promise.all([first.store.writeSnapshots(), second.store.writeSnapshots()])
  expect(await snapshotDocuments()).toHaveLength(2)
})

test('documents are read instead of a stored file if a chunk is missing', async () => {
  const first = start()
  await putNotes(first.store, titled(20))
  await first.titles()
  await first.store.writeSnapshots()
  for (const doc of await snapshotDocuments()) if (doc.id !== 'latest') await doc.ref.delete()
  expect(await start().titles()).toEqual(titlesOf(titled(20)))
})
