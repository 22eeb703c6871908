import { expect, test, vi } from 'vitest'

import { sql } from '#server/views/sql.ts'
import { defineView } from '#server/views/view.ts'
import { indexed } from '#shared/lib/words.ts'
import { matching } from '#server/views/words.ts'
import { AlreadyExists, type Store } from '#server/store/port.ts'

import { note, type Note, notes, putNotes, type TestDatabase } from './fixture.ts'

export const noteViews = [
  defineView({
    of: notes,
    name: 'noteRow',
    columns: { title: 'TEXT NOT NULL', isPinned: 'INTEGER NOT NULL', rank: 'REAL' },
    indexes: ['title, id'],
    lists: {
      noteTag: { columns: { tag: 'TEXT NOT NULL' }, key: ['tag', 'number'] },
    },
    texts: { noteText: ['title'] },
    counts: { tagCount: { of: 'noteTag', by: ['tag'] } },
    rowsOf({ title, pinned, rank, tags, shelf }: Note) {
      if (shelf === 'blue') return undefined
      return {
        noteRow: { title, isPinned: pinned, rank },
        noteTag: tags.map((tag) => ({ tag })),
        noteText: [{ title: indexed(title) }],
      }
    },
  }),
]

async function titles(store: Store) {
  const views = await store.views()
  return views
    .all<{ title: string }>(sql`SELECT title FROM noteRow ORDER BY title, id`)
    .map(({ title }) => title)
}

async function tagged(store: Store, tag: string) {
  const views = await store.views()
  return views
    .all<{ id: string }>(
      sql`SELECT id FROM noteTag JOIN noteRow USING (number) WHERE tag = ${tag} ORDER BY id`,
    )
    .map(({ id }) => id)
}

async function found(store: Store, text: string) {
  const views = await store.views()
  return views
    .all<{ id: string }>(
      sql`SELECT id FROM noteText JOIN noteRow ON number = noteText.rowid WHERE noteText MATCH ${matching(text)} ORDER BY id`,
    )
    .map(({ id }) => id)
}

export function viewContract(newDatabase: () => TestDatabase) {
  const open = (database = newDatabase()) => database.open([notes], { views: noteViews })

  test('a view has what was just written, changed and deleted', async () => {
    const store = open()
    await putNotes(store, [
      note('a', { title: 'One', tags: ['x', 'y'] }),
      note('b', { title: 'Two', tags: ['x'] }),
    ])
    expect(await titles(store)).toEqual(['One', 'Two'])
    await store.transact(async (tx) => {
      tx.put(notes, note('a', { title: 'Three', tags: ['y'] }))
      tx.delete(notes, 'b')
      tx.create(notes, note('c', { title: 'Four', pinned: true }))
    })
    expect(await titles(store)).toEqual(['Four', 'Three'])
    expect(await tagged(store, 'x')).toEqual([])
    expect(await tagged(store, 'y')).toEqual(['a'])
    expect(await found(store, 'one')).toEqual([])
    expect(await found(store, 'thr')).toEqual(['a'])
  })

  test('a document that is no longer to be in a view leaves it', async () => {
    const store = open()
    await putNotes(store, [note('a', { title: 'One', tags: ['x'] })])
    await putNotes(store, [note('a', { title: 'One', tags: ['x'], shelf: 'blue' })])
    expect([await titles(store), await tagged(store, 'x'), await found(store, 'one')]).toEqual([[], [], []])
    await putNotes(store, [note('a', { title: 'Again', tags: ['x'] })])
    expect(await titles(store)).toEqual(['Again'])
  })

  test('a transaction that fails leaves the views as they were', async () => {
    const store = open()
    await putNotes(store, [note('a', { title: 'One' }), note('b', { title: 'Two' })])
    const work = store.transact(async (tx) => {
      tx.put(notes, note('a', { title: 'Changed' }))
      tx.create(notes, note('b'))
    })
    await expect(work).rejects.toBeInstanceOf(AlreadyExists)
    expect(await titles(store)).toEqual(['One', 'Two'])
  })

  test('a store that opens has what others wrote before, and gets what they write later', async () => {
    const database = newDatabase()
    const first = open(database)
    await putNotes(first, [note('a', { title: 'One' })])
    const second = open(database)
    expect(await titles(second)).toEqual(['One'])
    await putNotes(first, [note('b', { title: 'Two' })])
    await first.transact(async (tx) => tx.delete(notes, 'a'))
    await vi.waitFor(async () => expect(await titles(second)).toEqual(['Two']), 5_000)
  })

  test('writes of a program without views are projected before the next read', async () => {
    const database = newDatabase()
    const store = open(database)
    await putNotes(store, [note('a', { title: 'One' }), note('b', { title: 'Two' })])
    const tool = database.open([notes])
    await putNotes(tool, [note('a', { title: 'Changed' }), note('c', { title: 'Three' })])
    await tool.transact(async (tx) => tx.delete(notes, 'b'))
    await vi.waitFor(async () => expect(await titles(store)).toEqual(['Changed', 'Three']), 5_000)
    await putNotes(tool, [note('d', { title: 'Four' })])
    await putNotes(store, [note('e', { title: 'Five' })])
    await vi.waitFor(
      async () => expect(await titles(store)).toEqual(['Changed', 'Five', 'Four', 'Three']),
      5_000,
    )
  })

  test.each([
    'quote"s',
    '"',
    'NEAR(one two)',
    'one OR two',
    'title:one',
    '-one',
    'o*',
    '^one',
    '(',
    "'; DROP TABLE noteRow; --",
    'x'.repeat(500),
    '\u0000',
    '🦊 one',
    '+ one',
  ])('a search for %j is a search for words', async (text) => {
    const store = open()
    await putNotes(store, [note('a', { title: text }), note('b', { title: 'zebra' })])
    if (matching(text) === undefined) return
    expect(await found(store, text)).toEqual(['a'])
  })
}
