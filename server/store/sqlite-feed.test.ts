import { mkdtempSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect, onTestFinished, test, vi } from 'vitest'

import { note, type Note, notes, putNotes } from './contract-fixture.ts'
import { StoreUnavailable } from './port.ts'
import { DATABASE_FILE, openSqliteStore } from './sqlite.ts'

/** A store, its file as another program opens it, and what a feed of it has passed on. */
function openFixture() {
  const dataDir = mkdtempSync(join(tmpdir(), 'store-'))
  const warned: object[] = []
  const log = { warn: (facts: object) => void warned.push(facts), info() {} }
  const store = openSqliteStore({ dataDir, secret: 'a secret of the test', collections: [notes], log })
  const file = new DatabaseSync(join(dataDir, DATABASE_FILE))
  onTestFinished(async () => {
    file.close()
    await store.close()
    rmSync(dataDir, { recursive: true })
  })
  const present = new Map<string, Note>()
  const passed: string[] = []
  const feed = store.openFeed(notes, {
    put(document) {
      present.set(document.id, document)
      passed.push(document.id)
    },
    remove: (id) => void present.delete(id),
    reset: () => present.clear(),
  })
  return { dataDir, store, file, feed, present, passed, warned }
}

/** As many documents as make a state, stored, and how many of them a process that starts is passed on. */
async function openWithState() {
  const { store, file, dataDir, warned } = openFixture()
  await putNotes(store, numbered(30))
  const state = { version: '1', isLarge: () => true, save: () => ['state'], load() {} }
  const openFeed = () => {
    const passed: string[] = []
    const listener = { put: ({ id }: Note) => void passed.push(id), remove() {}, reset() {} }
    return { ...store.openFeed(notes, listener, { state }), passed }
  }
  await openFeed().sync()
  await store.writeSnapshots()
  const start = async () => {
    const { sync, passed } = openFeed()
    await sync()
    return passed.length
  }
  return { store, file, folder: join(dataDir, 'feed-states'), start, warned }
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => note(`n${1_000 + at}`))

test('what another program writes into the file is passed on', async () => {
  const { store, file, feed, present } = openFixture()
  await putNotes(store, [note('a'), note('b')])
  await feed.sync()
  file.exec(`UPDATE notes SET body = json_set(body, '$.title', 'repaired') WHERE id = 'a'`)
  file.exec(`DELETE FROM notes WHERE id = 'b'`)
  await feed.sync()
  expect([...present.values()].map(({ title }) => title)).toEqual(['repaired'])
})

test('a first read that failed resumes where it stopped', async () => {
  const { store, file, feed, passed } = openFixture()
  await putNotes(store, numbered(600))
  file.exec(`UPDATE notes SET version = 99 WHERE id = 'n1550'`)
  await expect(feed.sync()).rejects.toThrow(StoreUnavailable)
  expect(passed).toHaveLength(500)
  file.exec(`UPDATE notes SET version = 1 WHERE id = 'n1550'`)
  await feed.sync()
  expect(passed.filter((id) => id !== 'n1550')).toHaveLength(599)
})

test('a process that was away for longer than changes are on record reads everything again', async () => {
  const { store, file, feed, present } = openFixture()
  await putNotes(store, [note('a'), note('b')])
  await feed.sync()
  await store.transact(async (tx) => tx.delete(notes, 'a'))
  await putNotes(store, [note('c'), note('d')])
  file.exec('DELETE FROM _changes WHERE seq < (SELECT max(seq) FROM _changes)')
  await feed.sync()
  expect([...present.keys()].toSorted()).toEqual(['b', 'c', 'd'])
})

test('a process that starts with a stored state is passed on what has changed since, and nothing else', async () => {
  const { store, start } = await openWithState()
  expect(await start()).toBe(0)
  await putNotes(store, [note('n1000', { title: 'changed' }), note('new')])
  expect(await start()).toBe(2)
  await store.writeSnapshots()
  expect(await start()).toBe(0)
})

test('a stored state is of no use when the changes since are not on record, or are others', async () => {
  const { store, file, start } = await openWithState()
  await putNotes(store, [note('a'), note('b')])
  file.exec('DELETE FROM _changes WHERE seq < (SELECT max(seq) FROM _changes)')
  expect(await start()).toBe(32)
  await store.writeSnapshots()
  expect(await start()).toBe(0)
  // As after a restore of an older backup, since which as much has happened.
  file.exec(`UPDATE _changes SET id = 'c'`)
  expect(await start()).toBe(32)
})

test('a stored state is of no use when documents were last read a month ago', async () => {
  const { store, start } = await openWithState()
  await putNotes(store, [note('a')])
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 24 * 60 * 60_000 })
  expect(await start()).toBe(31)
})

test('a stored state that is damaged is of no use, and the log says so', async () => {
  const { folder, start, warned } = await openWithState()
  expect(readdirSync(folder)).toEqual(['notes'])
  truncateSync(join(folder, 'notes'), 40)
  expect(await start()).toBe(30)
  truncateSync(join(folder, 'notes'), 0)
  expect(await start()).toBe(30)
  const said = { collection: 'notes', err: expect.any(Error) }
  expect(warned).toEqual([said, said])
})

test('what a process left that was killed while it stored a state is removed, unless it may be at work', async () => {
  const { store, folder, start } = await openWithState()
  const [old, recent] = [join(folder, 'notes.1'), join(folder, 'notes.2')]
  for (const file of [old, recent]) writeFileSync(file, '')
  utimesSync(old, 0, 0)
  await putNotes(store, [note('a')])
  await start()
  await store.writeSnapshots()
  expect(readdirSync(folder).toSorted()).toEqual(['notes', 'notes.2'])
})
