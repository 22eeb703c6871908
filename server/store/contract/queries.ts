import { expect, test } from 'vitest'

import { defineCollection, type Query, StoreError, UnindexedQuery } from '#server/store/port.ts'

import { type Note, note, notes, putNotes } from './fixture.ts'
import type { TestDatabase } from './fixture.ts'

const SHELF = [
  note('a', { title: 'Zebra', rank: 3, tags: ['x', 'y'], pinned: true, place: { city: 'Paris' } }),
  note('b', { title: 'apple', rank: 1, tags: ['x'], shelf: 'blue' }),
  note('c', { title: 'Éclair', rank: 2, tags: ['y', 'y'], pinned: true }),
  note('d', { title: '\u{1F600}', rank: null, tags: ['x'] }),
  note('e', { title: '\uFFFD', tags: [] }),
  note('f', { title: 'apple', rank: -10, tags: ['x', 'z'], place: { city: 'Oslo' } }),
]

type Filter = Omit<Query<Note>, 'limit'>

const UNSERVED: [string, Filter][] = [
  ['an order that no index has', { orderBy: 'text' }],
  ['an order by id', { orderBy: 'id' }],
  ['a field alone that is indexed only with others', { where: { pinned: true } }],
  ['fewer fields than the index fixes', { where: { shelf: 'red' }, orderBy: 'rank' }],
  [
    'more fields than the index fixes',
    { where: { shelf: 'red', pinned: true, title: 'a' }, orderBy: 'rank' },
  ],
  ['another order than the index has', { where: { 'place.city': 'Oslo' }, orderBy: 'rank' }],
  [
    'a direction that the index lacks',
    { where: { 'place.city': 'Oslo' }, orderBy: 'title', direction: 'desc' },
  ],
  ['no direction where the index has the other one', { where: { pinned: true }, orderBy: 'title' }],
  ['a member of what is no array', { contains: { field: 'title', value: 'a' } }],
  ['none of any array members', { contains: { field: 'tags', anyOf: [] } }],
  [
    'several array members in another order',
    { contains: { field: 'tags', anyOf: ['x', 'y'] }, orderBy: 'title' },
  ],
  [
    'too many array members',
    { contains: { field: 'tags', anyOf: Array.from({ length: 31 }, (_, at) => `tag-${at}`) } },
  ],
  ['a range without its order', { where: { shelf: 'red' }, range: { gt: 'a' } }],
  ['two bounds on the same side', { orderBy: 'title', range: { gt: 'a', gte: 'b' } }],
  ['a value of another type', { where: { shelf: 1 } }],
  ['a bound of another type', { orderBy: 'rank', range: { lt: 'a' } }],
  ['a number that is none', { orderBy: 'rank', range: { lt: NaN } }],
  ['no value', { where: { shelf: undefined as unknown as string } }],
  ['an inherited name', { where: { ['__proto__' as string]: 'a' }, orderBy: 'constructor' }],
]

const anyOf = (...values: string[]) => ({ contains: { field: 'tags', anyOf: values } })

export function queryContract(newDatabase: () => TestDatabase) {
  const shelf = async () => {
    const store = newDatabase().open()
    await putNotes(store, SHELF)
    return async (query: Filter) => {
      const { items, next } = await store.find(notes, { ...query, limit: 50 })
      expect(next).toBeUndefined()
      return items.map(({ id }) => id).join('')
    }
  }

  test('a query orders text by its UTF-8 bytes and ties by id, both in the same direction', async () => {
    const find = await shelf()
    expect(await find({ orderBy: 'title' })).toBe('abfced')
    expect(await find({ orderBy: 'title', direction: 'desc' })).toBe('decfba')
  })

  test('a query without an order returns documents by id', async () => {
    const find = await shelf()
    expect(await find({})).toBe('abcdef')
    expect(await find({ direction: 'desc' })).toBe('fedcba')
    expect(await find({ where: { shelf: 'red' } })).toBe('acdef')
    expect(await find({ where: { shelf: 'red' }, direction: 'desc' })).toBe('fedca')
    expect(await find({ contains: { field: 'tags', value: 'x' }, direction: 'desc' })).toBe('fdba')
  })

  test('a query leaves out documents in which the ordered field is absent or null', async () => {
    const find = await shelf()
    expect(await find({ orderBy: 'rank' })).toBe('fbca')
    expect(await find({ orderBy: 'rank', direction: 'desc' })).toBe('acbf')
    expect(await find({ orderBy: 'rank', range: { lt: 3 } })).toBe('fbc')
  })

  test('a query matches text, boolean and nested fields', async () => {
    const find = await shelf()
    expect(await find({ where: { shelf: 'blue' }, orderBy: 'title' })).toBe('b')
    expect(await find({ where: { shelf: 'red', pinned: true }, orderBy: 'rank' })).toBe('ca')
    expect(await find({ where: { pinned: false, shelf: 'red' }, orderBy: 'rank' })).toBe('f')
    expect(await find({ where: { 'place.city': 'Oslo' }, orderBy: 'title' })).toBe('f')
    expect(await find({ where: { 'place.city': 'O\'slo"' }, orderBy: 'title' })).toBe('')
  })

  test('a query by an array member returns each document once', async () => {
    const find = await shelf()
    expect(await find({ contains: { field: 'tags', value: 'y' } })).toBe('ac')
    expect(await find({ contains: { field: 'tags', value: 'x' }, orderBy: 'title' })).toBe('abfd')
    const red = { where: { shelf: 'red' }, contains: { field: 'tags', value: 'x' }, orderBy: 'rank' }
    expect(await find(red)).toBe('fa')
    expect(await find({ ...red, range: { gte: 3 } })).toBe('a')
    expect(await find({ contains: { field: 'tags', value: 'none' } })).toBe('')
  })

  test('a query by any of several array members returns each document once, in pages', async () => {
    const find = await shelf()
    expect(await find(anyOf('y', 'z'))).toBe('acf')
    expect(await find({ ...anyOf('x', 'y', 'none'), direction: 'desc' })).toBe('fdcba')
    expect(await find(anyOf('z'))).toBe('f')

    const store = newDatabase().open()
    await putNotes(store, SHELF)
    expect(await store.count(notes, anyOf('x', 'y'))).toBe(5)
    const first = await store.find(notes, { ...anyOf('x', 'y'), limit: 3 })
    expect(first.items.map(({ id }) => id).join('')).toBe('abc')
    const { items, next } = await store.find(notes, { ...anyOf('x', 'y'), limit: 3, cursor: first.next! })
    expect([items.map(({ id }) => id).join(''), next]).toEqual(['df', undefined])
  })

  test.each<[string, Filter['range'], string]>([
    ['from and with', { gte: 1 }, 'bca'],
    ['from but without', { gt: 1 }, 'ca'],
    ['up to and with', { lte: 1 }, 'fb'],
    ['up to but without', { lt: 1 }, 'f'],
    ['between', { gt: -10, lte: 2 }, 'bc'],
    ['nothing between', { gt: 2, lt: 2 }, ''],
  ])('a query returns the range %s', async (_, range, ids) => {
    const find = await shelf()
    expect(await find({ orderBy: 'rank', range: range! })).toBe(ids)
    expect(await find({ orderBy: 'rank', range: range!, direction: 'desc' })).toBe(
      ids.split('').toReversed().join(''),
    )
  })

  test('an update or deletion moves a document in every index', async () => {
    const store = newDatabase().open()
    await putNotes(store, SHELF)
    await store.transact(async (tx) => {
      tx.put(notes, note('a', { title: 'first', tags: ['new'] }))
      tx.delete(notes, 'f')
    })
    const ids = async (query: Filter) =>
      (await store.find(notes, { ...query, limit: 9 })).items.map(({ id }) => id).join('')
    expect(await ids({ contains: { field: 'tags', value: 'x' } })).toBe('bd')
    expect(await ids({ contains: { field: 'tags', value: 'new' }, orderBy: 'title' })).toBe('a')
    expect(await ids({ orderBy: 'title' })).toBe('baced')
    expect(await ids({ orderBy: 'rank' })).toBe('bc')
  })

  test('a count includes all pages', async () => {
    const store = newDatabase().open()
    await putNotes(store, SHELF)
    expect(await store.count(notes, {})).toBe(6)
    expect(await store.count(notes, { where: { shelf: 'red' } })).toBe(5)
    expect(await store.count(notes, { orderBy: 'rank', range: { gt: 0 } })).toBe(3)
    expect(await store.count(notes, { contains: { field: 'tags', value: 'y' } })).toBe(2)
    expect(await store.count(notes, { where: { pinned: true }, orderBy: 'title' })).toBe(2)
    await expect(store.count(notes, { where: { pinned: true } })).rejects.toThrow(UnindexedQuery)
  })

  test.each(UNSERVED)('a query is refused: %s', async (_, query) => {
    const store = newDatabase().open()
    await expect(store.find(notes, { ...query, limit: 1 })).rejects.toThrow(UnindexedQuery)
    const inTransaction = store.transact((tx) => tx.find(notes, { ...query, limit: 1 }))
    await expect(inTransaction).rejects.toThrow(UnindexedQuery)
  })

  test.each([0, 501, 1.5, NaN])('a query is refused with a limit of %d', async (limit) => {
    const store = newDatabase().open()
    await expect(store.find(notes, { limit })).rejects.toThrow(StoreError)
  })

  test('a collection that the store was not opened with is refused', async () => {
    const store = newDatabase().open()
    const other = defineCollection({ name: notes.name, schema: notes.schema })
    await expect(store.get(other, 'a')).rejects.toThrow(StoreError)
  })
}
