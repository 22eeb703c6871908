import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'

import { expect, onTestFinished, test } from 'vitest'

import { note, type Note, notes, putNotes } from '#server/store/contract/fixture.ts'
import { StoreUnavailable } from '#server/store/port.ts'
import { DATABASE_FILE, openSqliteStore } from './store.ts'

/** A store, changes of its file by another program, and the changes that a feed of it has passed on. */
function openFixture() {
  const dataDir = mkdtempSync(join(tmpdir(), 'store-'))
  const store = openSqliteStore({ dataDir, secret: 'a secret of the test', collections: [notes] })
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
  return {
    store,
    async changeFile(statement: string) {
      file.exec(statement)
      // This callback has its snapshot of the file.
      await nextTurn()
    },
    feed,
    present,
    passed,
  }
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => note(`n${1_000 + at}`))

test('a feed passes on changes that another program writes to the file', async () => {
  const { store, changeFile, feed, present } = openFixture()
  await putNotes(store, [note('a'), note('b')])
  await feed.sync()
  await changeFile(`UPDATE notes SET body = json_set(body, '$.title', 'repaired') WHERE id = 'a'`)
  await changeFile(`DELETE FROM notes WHERE id = 'b'`)
  await feed.sync()
  expect([...present.values()].map(({ title }) => title)).toEqual(['repaired'])
})

test('a first read that failed resumes where it stopped', async () => {
  const { store, changeFile, feed, passed } = openFixture()
  await putNotes(store, numbered(600))
  await changeFile(`UPDATE notes SET version = 99 WHERE id = 'n1550'`)
  await expect(feed.sync()).rejects.toThrow(StoreUnavailable)
  expect(passed).toHaveLength(500)
  await changeFile(`UPDATE notes SET version = 1 WHERE id = 'n1550'`)
  await feed.sync()
  expect(passed.filter((id) => id !== 'n1550')).toHaveLength(599)
})

test('a feed reads everything again if changes since its position are no longer on record', async () => {
  const { store, changeFile, feed, present } = openFixture()
  await putNotes(store, [note('a'), note('b')])
  await feed.sync()
  await store.transact(async (tx) => tx.delete(notes, 'a'))
  await putNotes(store, [note('c'), note('d')])
  await changeFile('DELETE FROM _changes WHERE seq < (SELECT max(seq) FROM _changes)')
  await feed.sync()
  expect([...present.keys()].toSorted()).toEqual(['b', 'c', 'd'])
})
