import { expect, test } from 'vitest'

import { BadCursor, type Query, type Store } from '#server/store/port.ts'

import { type Note, note, notes, putNotes } from './fixture.ts'
import type { TestDatabase } from './fixture.ts'

const RED = { where: { shelf: 'red' }, orderBy: 'title' }

/** Ten documents with more ties than fit on a page of three. */
const related = (more: (at: number) => Partial<Note> = () => ({})) =>
  Array.from({ length: 10 }, (_, at) => note(`n${at}`, { title: at < 8 ? 'same' : 'other', ...more(at) }))

async function pages(store: Store, query: Query<Note>) {
  const ids: string[][] = []
  let cursor: string | undefined
  do {
    const page = await store.find(notes, { ...query, cursor })
    ids.push(page.items.map(({ id }) => id))
    cursor = page.next
  } while (cursor !== undefined && ids.length < 20)
  return ids
}

async function firstCursor(store: Store, query: Omit<Query<Note>, 'limit'>) {
  const { next } = await store.find(notes, { ...query, limit: 3 })
  if (next === undefined) throw new Error('There is no second page')
  return next
}

export function pageContract(newDatabase: () => TestDatabase) {
  const filled = async (documents: readonly Note[]) => {
    const store = newDatabase().open()
    await putNotes(store, documents)
    return store
  }

  test.each<[string, Omit<Query<Note>, 'limit' | 'direction'>]>([
    ['by id', {}],
    ['by a field', { orderBy: 'title' }],
    ['by id with a field fixed', { where: { shelf: 'red' } }],
    ['by a field with another fixed', RED],
    ['by rank with two fields fixed', { where: { pinned: true, shelf: 'red' }, orderBy: 'rank' }],
    ['by a member and id', { contains: { field: 'tags', value: 'x' } }],
    ['by a member and a field', { contains: { field: 'tags', value: 'x' }, orderBy: 'title' }],
    ['in a range', { orderBy: 'rank', range: { gte: 0, lt: 4 } }],
    ['in an open range', { orderBy: 'title', range: { gt: 'other', lte: 'same' } }],
  ])('%s, pages have no gap and no repeat in either direction', async (_, query) => {
    const store = await filled(related((at) => ({ rank: at % 4, tags: ['x'], pinned: true })))
    const { items } = await store.find(notes, { ...query, limit: 500 })
    const all = items.map(({ id }) => id)

    const ascending = await pages(store, { ...query, limit: 3 })
    expect(ascending.flat()).toEqual(all)
    expect(ascending.slice(0, -1).every((page) => page.length === 3)).toBe(true)
    const descending = await pages(store, { ...query, limit: 3, direction: 'desc' })
    expect(descending.flat()).toEqual(all.toReversed())
    expect(all.length).toBeGreaterThan(3)
  })

  test('a full last page has no cursor', async () => {
    const store = await filled(related())
    expect((await store.find(notes, { limit: 10 })).next).toBeUndefined()
    expect(await pages(store, { limit: 5 })).toHaveLength(2)
  })

  test('a page starts where the last one ended, even after documents were added or deleted', async () => {
    const store = await filled(related())
    const cursor = await firstCursor(store, RED)
    await store.transact(async (tx) => {
      tx.delete(notes, 'n0')
      tx.put(notes, note('n05', { title: 'same' }))
      tx.put(notes, note('n9', { title: 'aaa' }))
    })
    const rest = await store.find(notes, { ...RED, cursor, limit: 20 })
    expect(rest.items.map(({ id }) => id).join()).toBe('n05,n1,n2,n3,n4,n5,n6,n7')
  })

  test('a cursor works with any limit, and in any store with the same secret', async () => {
    const database = newDatabase()
    await putNotes(database.open(), related())
    const cursor = await firstCursor(database.open(), RED)
    expect((await database.open().find(notes, { ...RED, cursor, limit: 100 })).items).toHaveLength(7)
  })

  test('a cursor reveals nothing of its document', async () => {
    const store = await filled(related(() => ({ title: 'a hidden member' })))
    const cursor = await firstCursor(store, RED)
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toMatch(/hidden|n2/)
  })

  test.each<[string, Omit<Query<Note>, 'limit'>]>([
    ['another value', { where: { shelf: 'blue' }, orderBy: 'title' }],
    ['another order', { where: { shelf: 'red' } }],
    ['another index', { orderBy: 'title' }],
    ['the other direction', { ...RED, direction: 'desc' }],
    ['a range', { ...RED, range: { gt: 'a' } }],
  ])('a cursor is refused by a query with %s', async (_, query) => {
    const store = await filled(related())
    const cursor = await firstCursor(store, RED)
    await expect(store.find(notes, { ...query, cursor, limit: 3 })).rejects.toThrow(BadCursor)
  })

  test('a forged cursor is refused', async () => {
    const store = await filled(related())
    const cursor = await firstCursor(store, RED)
    const changed = cursor
      .split('')
      .map((letter, at) => cursor.slice(0, at) + (letter === 'A' ? 'B' : 'A') + cursor.slice(at + 1))
    const madeUp = [
      '',
      'x',
      '%00',
      'n2',
      btoa('["same","n2"]'),
      'A'.repeat(60),
      'A'.repeat(100_000),
      `${cursor}=`,
      ` ${cursor}`,
    ]
    for (const forged of [...changed, ...madeUp]) {
      await expect(store.find(notes, { ...RED, cursor: forged, limit: 3 })).rejects.toThrow(BadCursor)
    }
  })
}
