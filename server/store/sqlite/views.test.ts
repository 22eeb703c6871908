import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'

import { expectViewsEqualRebuild } from '#server/testing/views-check.ts'
import { sql } from '#server/views/sql.ts'
import { defineView, type View } from '#server/views/view.ts'
import { note, notes, putNotes } from '#server/store/contract/fixture.ts'
import { noteViews } from '#server/store/contract/views.ts'

import { DATABASE_FILE, openSqliteStore } from './store.ts'

const WRITER = join(import.meta.dirname, 'views-test-process.ts')

function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'views-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const warnings: object[] = []
const log = { warn: (facts: object) => void warnings.push(facts), info: () => {} }

function open(dataDir: string, views: readonly View[] = noteViews) {
  const store = openSqliteStore({ dataDir, secret: 'a secret of the test', collections: [notes], views, log })
  onTestFinished(() => store.close())
  return store
}

const titlesView = (revision: number, titleOf = (title: string) => title) =>
  defineView({
    of: notes,
    name: 'noteRow',
    columns: { title: 'TEXT NOT NULL' },
    revision,
    rowsOf: ({ title }) => ({ noteRow: { title: titleOf(title) } }),
  })

const TITLES = sql`SELECT title FROM noteRow ORDER BY title`
const titlesIn = async (store: ReturnType<typeof open>) =>
  (await store.views()).all<{ title: string }>(TITLES).map(({ title }) => title)

test('views equal the documents after processes were killed at any moment', { timeout: 60_000 }, async () => {
  const dataDir = emptyFolder()
  await open(dataDir).close()
  for (let round = 0; round < 4; round += 1) {
    const writers = [1, 2].map(() =>
      spawn(process.execPath, [WRITER, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] }),
    )
    for (const writer of writers) onTestFinished(() => void writer.kill('SIGKILL'))
    await Promise.all(writers.map(({ stdout }) => once(stdout, 'data')))
    for (const writer of writers) {
      await wait(Math.random() * 50)
      writer.kill('SIGKILL')
      await once(writer, 'exit')
    }
    await expectViewsEqualRebuild(open(dataDir), noteViews)
  }
})

test('the comparison with a rebuild detects a row that was changed by hand', async () => {
  const store = open(emptyFolder())
  await putNotes(store, [note('a', { title: 'One', tags: ['x'] })])
  await expectViewsEqualRebuild(store, noteViews)
  const views = await store.views()
  views.all(sql`UPDATE noteTag SET tag = 'y'`)
  await expect(expectViewsEqualRebuild(store, noteViews)).rejects.toThrow('The view noteTag differs')
  views.all(sql`UPDATE noteTag SET tag = 'x'`)
  views.all(sql`DELETE FROM noteText WHERE rowid = 1`)
  await expect(expectViewsEqualRebuild(store, noteViews)).rejects.toThrow('The view noteText differs')
})

test('a view whose definition has changed is rebuilt when the store opens', async () => {
  const dataDir = emptyFolder()
  const first = open(dataDir, [titlesView(1)])
  await putNotes(first, [note('a', { title: 'One' })])
  await first.close()
  const second = open(dataDir, [titlesView(2, (title) => title.toUpperCase())])
  expect(await titlesIn(second)).toEqual(['ONE'])
})

test('a new store has the same tables, indexes and triggers as one whose views were built from documents', async () => {
  const schemaOf = (dataDir: string) => {
    const db = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true })
    const schema = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all()
    db.close()
    // SQLite quotes the names of tables that it renames.
    return JSON.stringify(schema, undefined, 1).replaceAll(/\\"|'/g, '')
  }
  const created = emptyFolder()
  await open(created).close()
  const built = emptyFolder()
  const tool = openSqliteStore({ dataDir: built, secret: 'a secret of the test', collections: [notes] })
  await putNotes(tool, [note('a', { title: 'One', tags: ['x'] })])
  await tool.close()
  await open(built).close()
  expect(schemaOf(created)).toBe(schemaOf(built))
})

test('documents that an earlier release writes are projected by a later one', async () => {
  const dataDir = emptyFolder()
  const earlier = open(dataDir, [titlesView(1)])
  const later = open(dataDir, [titlesView(2, (title) => title.toUpperCase())])
  await putNotes(earlier, [note('a', { title: 'One' })])
  await putNotes(later, [note('b', { title: 'Two' })])
  await putNotes(earlier, [note('c', { title: 'Three' })])
  expect(await titlesIn(later)).toEqual(['ONE', 'THREE', 'TWO'])
})

const MANY = 2_600
async function withManyNotes() {
  const dataDir = emptyFolder()
  const tool = openSqliteStore({ dataDir, secret: 'a secret of the test', collections: [notes] })
  const all = Array.from({ length: MANY }, (_, at) => note(`n${at}`, { title: `Title ${at}`, tags: ['x'] }))
  for (let at = 0; at < MANY; at += 500) await putNotes(tool, all.slice(at, at + 500))
  await tool.close()
  return dataDir
}

test('views of many documents are built in the background, including later writes', async () => {
  const dataDir = await withManyNotes()
  const store = open(dataDir)
  expect(store.viewsBuilt()).toBe(0)
  await putNotes(store, [note('n1', { title: 'Changed' }), note('new', { title: 'New' })])
  await store.transact(async (tx) => tx.delete(notes, 'n2'))
  await expectViewsEqualRebuild(store, noteViews)
  expect(store.viewsBuilt()).toBeUndefined()
})

test('an interrupted build resumes where it stopped, in any number of processes', async () => {
  const dataDir = await withManyNotes()
  const first = open(dataDir)
  while (!(first.viewsBuilt()! > 0)) await nextTurn()
  await first.close()
  const [second, third] = [open(dataDir), open(dataDir)]
  await Promise.all([second.views(), third.views()])
  await expectViewsEqualRebuild(second, noteViews)
  await expectViewsEqualRebuild(third, noteViews)
})

test('a process of the previous release can read its views while the next ones are built', async () => {
  const dataDir = await withManyNotes()
  const former = open(dataDir, [titlesView(1)])
  const reader = await former.views()
  const next = open(dataDir, [titlesView(2, (title) => title.toUpperCase())])
  expect(next.viewsBuilt()).toBe(0)
  expect(reader.all(TITLES)).toContainEqual({ title: 'Title 1' })
  await putNotes(former, [note('n0', { title: 'Written meanwhile' })])
  expect(await titlesIn(next)).toContain('WRITTEN MEANWHILE')
})

test('a view that is no longer declared is dropped', async () => {
  const dataDir = emptyFolder()
  await open(dataDir, [...noteViews, { ...titlesView(1), name: 'spare', rowsOf: () => undefined }]).close()
  const store = open(dataDir)
  const tables = (await store.views()).all<{ name: string }>(
    sql`SELECT name FROM sqlite_schema WHERE name = 'spare'`,
  )
  expect(tables).toEqual([])
})

test('a document that a view cannot store is logged by its id, and the others are shown', async () => {
  warnings.length = 0
  const refusing = defineView({
    of: notes,
    name: 'noteRow',
    columns: { title: 'TEXT NOT NULL' },
    rowsOf: ({ title, rank }) => {
      if (rank === 1) throw new Error('no rank')
      return { noteRow: { title: rank === 2 ? undefined : title } }
    },
  })
  const store = open(emptyFolder(), [refusing])
  await putNotes(store, [
    note('a', { title: 'One' }),
    note('b', { title: 'Two' }),
    note('c', { title: 'Three' }),
  ])
  await putNotes(store, [note('a', { title: 'One', rank: 1 }), note('b', { title: 'Two', rank: 2 })])
  expect(await titlesIn(store)).toEqual(['Three'])
  expect(warnings).toMatchObject([
    { view: 'noteRow', id: 'a' },
    { view: 'noteRow', id: 'b' },
  ])
})
