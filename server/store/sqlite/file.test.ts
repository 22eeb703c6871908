import { once } from 'node:events'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import { expect, onTestFinished, test } from 'vitest'

import {
  counters,
  increment,
  note,
  notes,
  oldPeople,
  people,
  putNotes,
} from '#server/store/contract/fixture.ts'
import {
  type AnyCollection,
  defineCollection,
  StoreContention,
  StoreUnavailable,
} from '#server/store/port.ts'
import { DATABASE_FILE, openSqliteStore } from './store.ts'

function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function open(dataDir: string, collections: readonly AnyCollection[] = [notes, counters]) {
  const store = openSqliteStore({ dataDir, secret: 'a secret of the test', collections, lockTimeout: 300 })
  onTestFinished(() => store.close())
  return store
}

/** Locks the file against writing, as another program such as a backup does. */
function lock(dataDir: string) {
  const other = new DatabaseSync(join(dataDir, DATABASE_FILE))
  onTestFinished(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  return other
}

test('reads continue and a write waits while another program has the lock', async () => {
  const dataDir = emptyFolder()
  const store = open(dataDir)
  await increment(store, 'one')
  const other = lock(dataDir)

  const waiting = increment(store, 'one')
  expect((await store.get(counters, 'one'))?.count).toBe(1)
  await wait(100)
  other.exec('COMMIT')
  await waiting
  expect((await store.get(counters, 'one'))?.count).toBe(2)
})

/** Runs in a thread: opening a store blocks. */
const HOLD_LOCK = `
  const { parentPort, workerData } = require('node:worker_threads')
  const db = new (require('node:sqlite').DatabaseSync)(workerData)
  db.exec('CREATE TABLE first (id); BEGIN IMMEDIATE')
  parentPort.postMessage('locked')
  setTimeout(() => db.close(), 200)`

test('a file that another process is creating opens once it is complete', async () => {
  const dataDir = emptyFolder()
  const worker = new Worker(HOLD_LOCK, { eval: true, workerData: join(dataDir, DATABASE_FILE) })
  await once(worker, 'message')
  const store = open(dataDir)
  await increment(store, 'one')
  expect((await store.get(counters, 'one'))?.count).toBe(1)
})

test('a lock that is never released is an outage, and does not block the event loop', async () => {
  const dataDir = emptyFolder()
  const store = open(dataDir)
  lock(dataDir)
  let turns = 0
  const other = setInterval(() => (turns += 1), 5)
  onTestFinished(() => clearInterval(other))

  await expect(increment(store, 'one')).rejects.toThrow(StoreUnavailable)
  await expect(increment(store, 'one')).rejects.toThrow('another process holds the lock')
  expect(turns).toBeGreaterThan(2)
})

test('a transaction that loses every race throws StoreContention', async () => {
  const store = open(emptyFolder())
  await expect(increment(store, 'one', () => increment(store, 'one'))).rejects.toThrow(StoreContention)
})

test('a document that was deleted and created again counts as changed', async () => {
  const store = open(emptyFolder())
  await increment(store, 'one')
  let runs = 0
  await increment(store, 'one', async () => {
    if (runs++ > 0) return
    await store.transact(async (tx) => tx.delete(counters, 'one'))
    await store.transact(async (tx) => tx.create(counters, { id: 'one', count: 100 }))
  })
  expect(await store.get(counters, 'one')).toEqual({ id: 'one', count: 101 })
})

test('work that throws because of an inconsistent read runs again', async () => {
  const store = open(emptyFolder())
  let runs = 0
  const total = await store.transact(async (tx) => {
    const before = (await tx.get(counters, 'a'))?.count ?? 0
    if (runs++ === 0) await increment(store, 'a')
    const after = (await tx.get(counters, 'a'))?.count ?? 0
    if (before !== after) throw new Error('never in any one state')
    return after
  })
  expect([total, runs]).toEqual([1, 2])
})

test('the file and its log are readable by their user only', async () => {
  const dataDir = join(emptyFolder(), 'made', 'here')
  await increment(open(dataDir), 'one')
  const modes = ['', '-wal', '-shm'].map((end) => statSync(join(dataDir, DATABASE_FILE + end)).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600, 0o600])
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
})

test('a commit is in the log before it resolves', async () => {
  const dataDir = emptyFolder()
  const store = open(dataDir)
  await putNotes(store, [note('one', { title: 'written through' })])
  expect(readFileSync(join(dataDir, `${DATABASE_FILE}-wal`)).includes('written through')).toBe(true)
})

test('an index added later covers existing documents', async () => {
  const dataDir = emptyFolder()
  const plain = defineCollection({ name: notes.name, schema: notes.schema })
  const earlier = open(dataDir, [plain])
  await earlier.transact(async (tx) => tx.put(plain, note('one', { rank: 1, tags: ['x', 'x', 'y'] })))
  await earlier.close()

  const store = open(dataDir)
  expect(await store.count(notes, { orderBy: 'rank' })).toBe(1)
  expect(await store.count(notes, { contains: { field: 'tags', value: 'x' } })).toBe(1)
})

test('stores of two releases can use one file', async () => {
  const dataDir = emptyFolder()
  const earlier = open(dataDir, [oldPeople])
  const later = open(dataDir, [people])
  await earlier.transact(async (tx) => tx.put(oldPeople, { id: 'ada', name: 'Ada Lovelace' }))
  expect(await later.outdated(people, 5)).toEqual(['ada'])
})

test('opening a file that isn’t a database fails with the reason', () => {
  const dataDir = emptyFolder()
  writeFileSync(join(dataDir, DATABASE_FILE), 'x'.repeat(4096))
  expect(() => open(dataDir)).toThrow('the file is not a database')
})

test('a file that is damaged while it is open is an outage to all readers and writers, with the reason', async () => {
  const dataDir = emptyFolder()
  const texts = { text: 'x'.repeat(50_000) }
  const first = open(dataDir)
  await putNotes(
    first,
    Array.from({ length: 100 }, (_, at) => note(`n${at}`, texts)),
  )
  await first.close()
  const store = open(dataDir)
  const file = join(dataDir, DATABASE_FILE)
  const [page, size] = [4_096, statSync(file).size]
  const descriptor = openSync(file, 'r+')
  // The first page has the header and the names of the tables.
  writeSync(descriptor, Buffer.alloc(size - page, 0xa5), 0, size - page, page)
  closeSync(descriptor)
  const callers = Array.from({ length: 20 }, (_, at) => [
    store.get(notes, `n${at}`),
    store.find(notes, { limit: 100 }),
    putNotes(store, [note(`new${at}`)]),
  ]).flat()
  const reasons = (await Promise.allSettled(callers)).map((each) =>
    each.status === 'rejected' ? String(each.reason) : each.value,
  )
  expect(new Set(reasons)).toEqual(
    new Set(['StoreUnavailable: The store is unreachable: the file is damaged']),
  )
})

test('opening a store in a folder that cannot be created is reported as an outage', () => {
  const file = join(emptyFolder(), 'file')
  writeFileSync(file, '')
  expect(() => open(join(file, 'below'))).toThrow(StoreUnavailable)
})

test('opening a store names a file in place of the folder, or a folder in place of the file', () => {
  const folder = emptyFolder()
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => open(file)).toThrow(`${file} is not a folder`)
  mkdirSync(join(folder, DATABASE_FILE))
  expect(() => open(folder)).toThrow(`${join(folder, DATABASE_FILE)} is a folder, not a file`)
})
