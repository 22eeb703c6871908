import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'

import { note, notes, putNotes } from '#server/store/contract/fixture.ts'
import { noteViews } from '#server/store/contract/views.ts'
import { sql } from '#server/views/sql.ts'

import { DATABASE_FILE, openSqliteStore } from './store.ts'

const TITLES = sql`SELECT title FROM noteRow ORDER BY title`

function setup() {
  const dataDir = mkdtempSync(join(tmpdir(), 'snapshot-'))
  const store = openSqliteStore({
    dataDir,
    secret: 'a secret of the test',
    collections: [notes],
    views: noteViews,
  })
  const program = new DatabaseSync(join(dataDir, DATABASE_FILE))
  onTestFinished(async () => {
    program.close()
    await store.close()
    rmSync(dataDir, { recursive: true })
  })
  return {
    store,
    deleteFromOtherProgram: () => program.exec('DELETE FROM notes'),
    countOfAll: async () => [(await store.views()).all(TITLES).length, await store.count(notes, {})],
  }
}

test('reads of one callback see one snapshot, and those of the next what another program committed', async () => {
  const { store, deleteFromOtherProgram, countOfAll } = setup()
  await putNotes(store, [note('a', { title: 'One' }), note('b', { title: 'Two' })])
  await nextTurn()
  expect(await countOfAll()).toEqual([2, 2])
  deleteFromOtherProgram()
  expect(await countOfAll()).toEqual([2, 2])
  await nextTurn()
  expect(await countOfAll()).toEqual([0, 0])
})

test('a read after a commit of the same process sees it, in the same callback, too', async () => {
  const { store, countOfAll } = setup()
  expect(await countOfAll()).toEqual([0, 0])
  const written = putNotes(store, [note('a', { title: 'One' })])
  expect(await countOfAll()).toEqual([0, 0])
  await written
  expect(await countOfAll()).toEqual([1, 1])
})
