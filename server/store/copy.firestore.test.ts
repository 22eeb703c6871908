import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { type Note, note, notes, oldPeople, people, putNotes } from './contract/fixture.ts'
import { CopyRefused, copyStore, storeCopies } from './copy.ts'
import { openFirestoreStore } from './firestore/store.ts'
import type { AnyCollection, Store } from './port.ts'
import { openSqliteStore } from './sqlite/store.ts'

const COPIED = [notes, people]
/** One for the start, three for pages of notes, one for people. */
const COMMITS = 5
/** The emulator on a busy machine may take longer than Firestore ever does. */
const LONG_DEADLINES = { deadline: 60_000, readDeadline: 60_000 }
const secret = 'a secret of the test'
const NAMES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map(
  (name) => `${name}-${'x'.repeat(20)}`,
)

function closeAfterTest<S extends Store>(store: S) {
  onTestFinished(() => store.close())
  return store
}

function onFirestore() {
  const projectId = `test-${randomUUID().slice(0, 20)}`
  return closeAfterTest(
    openFirestoreStore({ projectId, secret, collections: [...COPIED, storeCopies], ...LONG_DEADLINES }),
  )
}

function onSqlite(dataDir = emptyFolder(), collections: readonly AnyCollection[] = [...COPIED, storeCopies]) {
  return closeAfterTest(openSqliteStore({ dataDir, secret, collections }))
}

function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** 150 notes of all shapes, one of them large, and people of an earlier schema version. */
async function filled() {
  const dataDir = emptyFolder()
  await onSqlite(dataDir, [oldPeople]).transact(async (tx) =>
    tx.put(oldPeople, { id: 'ada', name: 'Ada Lovelace' }),
  )
  const store = onSqlite(dataDir)
  const documents = Array.from({ length: 150 }, (_, at): Note =>
    note(`note-${at}`, {
      title: `${at} \u{1F600} é`,
      rank: at % 3 === 0 ? null : at / 7,
      tags: at % 2 === 0 ? ['b', 'a'] : [],
      labels: at % 5 === 0 ? Object.fromEntries(NAMES.map((name) => [name, String(at)])) : undefined,
      text: at === 42 ? 'x'.repeat(900_000) : undefined,
    }),
  )
  await putNotes(store, documents)
  return store
}

const copy = (from: Store, to: Store, more: Partial<Parameters<typeof copyStore>[0]> = {}) =>
  copyStore({ from, to, source: 'the source', collections: COPIED, ...more })

async function all(store: Store, collection: AnyCollection) {
  return (await store.find(collection, { limit: 500 })).items
}

/** Fails from the given commit on, as if the process had ended. */
function failing(store: Store, commit: number): Store {
  let commits = 0
  return {
    ...store,
    transact(work, options) {
      commits += 1
      if (commits >= commit) throw new Error('interrupted')
      return store.transact(work, options)
    },
  }
}

test('a store is copied to Firestore and back', async () => {
  const source = await filled()
  const [firestore, back] = [onFirestore(), onSqlite()]
  const progress: string[] = []
  await copy(source, firestore, { onProgress: (name, count, of) => progress.push(`${name} ${count}/${of}`) })
  await copy(firestore, back)

  expect(progress).toEqual(['notes 50/150', 'notes 100/150', 'notes 150/150', 'people 1/1'])
  expect(await all(firestore, notes)).toEqual(await all(source, notes))
  expect(await all(back, notes)).toEqual(await all(source, notes))
  expect(await all(back, people)).toEqual([{ id: 'ada', first: 'Ada', last: 'Lovelace' }])
  expect(await all(back, storeCopies)).toEqual([])
})

test('an interrupted copy is resumed, and only as a copy of the same store', async () => {
  const [source, target] = [await filled(), onFirestore()]
  await expect(copy(source, failing(target, 3))).rejects.toThrow('interrupted')
  expect((await all(target, notes)).length).toBe(50)
  await expect(copy(source, target, { source: 'another' })).rejects.toThrow(
    'The target has an unfinished copy of the source. Empty it first.',
  )
  const progress: number[] = []
  await copy(source, target, { onProgress: (_, count) => progress.push(count) })
  expect(progress).toEqual([100, 150, 1])
  expect(await all(target, notes)).toEqual(await all(source, notes))
})

test('a target that is not empty is refused, even after a finished copy', async () => {
  const [source, target] = [await filled(), onFirestore()]
  await target.transact(async (tx) => tx.put(people, { id: 'bob', first: 'Bob', last: 'Noyce' }))
  await expect(copy(source, target)).rejects.toThrow('The target is not empty: it has people.')
  expect(await all(target, notes)).toEqual([])

  const copied = onSqlite()
  await copy(source, copied)
  await expect(copy(source, copied)).rejects.toThrow(CopyRefused)
})

test.each([
  ['changed', note('note-7', { title: 'changed' }), 'notes (not the same documents)'],
  ['added', note('a-note'), 'notes (151 documents, 150 in the target)'],
])('a document that is %s in the source during the copy is detected', async (_, written, said) => {
  const [source, target] = [await filled(), onSqlite()]
  let commits = 0
  const changing: Store = {
    ...target,
    async transact(work, options) {
      const result = await target.transact(work, options)
      commits += 1
      if (commits === COMMITS) await putNotes(source, [written])
      return result
    },
  }
  await expect(copy(source, changing)).rejects.toThrow(said)
})
