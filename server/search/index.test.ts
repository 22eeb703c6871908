import { expect, test } from 'vitest'

import { BadCursor } from '#server/store/port.ts'

import { createSearchIndex, type Entry, type Search } from './index.ts'
import { fold } from '#server/views/words.ts'

const person = (id: string, name: string, more: Partial<Entry> = {}): Entry => ({
  id,
  key: fold(name),
  words: [name],
  facets: {},
  ...more,
})

function indexOf(...entries: Entry[]) {
  const index = createSearchIndex()
  for (const entry of entries) index.put(entry)
  return index
}

const found = (index: ReturnType<typeof indexOf>, text: string) => index.page({ text, limit: 10 }).ids

test.each([
  ['Jose', 'José Álvarez'],
  ['ALVA', 'José Álvarez'],
  ['obrien', 'Pat O’Brien'],
  ["o'brien", 'Pat O’Brien'],
  ['brien', 'Pat O’Brien'],
  ['lukasz', 'Łukasz'],
  ['مح', 'محمد علي'],
  ['דו', 'דוד לוי'],
  ['田', '田中太郎'],
  ['🦊', '🦊 Fox'],
  ['👩', '👩‍💻'],
  ['やまだ', 'ヤマダ タロウ'],
  ['ﾔﾏﾀﾞ', 'やまだ'],
  ['bo', 'Bo'],
])('"%s" finds %s', (text, name) => {
  expect(found(indexOf(person('other', 'Zzz'), person('one', name)), text)).toEqual(['one'])
})

test('an entry matches when every token is found, in any order and in any of its texts', () => {
  const index = indexOf(
    person('ada', 'Ada Lovelace', { words: ['Ada Lovelace', 'Engines & Co'] }),
    person('adam', 'Adam Smith'),
  )
  expect(found(index, 'ada')).toEqual(['ada', 'adam'])
  expect(found(index, 'eng ada')).toEqual(['ada'])
  expect(found(index, 'ada a')).toEqual(['ada', 'adam'])
  expect(found(index, 'ada engines x')).toEqual([])
  expect(found(index, 'dam')).toEqual([])
})

test('an empty text matches every entry, and punctuation alone none', () => {
  const index = indexOf(person('a', 'Ann'), person('b', 'Bo'))
  for (const text of ['', '  ']) expect(found(index, text)).toEqual(['a', 'b'])
  for (const text of ['-', ' -- ', '’', '!?']) expect(found(index, text)).toEqual([])
})

test('an entry has to match every filter, ignoring case and accents', () => {
  const index = indexOf(
    person('a', 'Ann', { facets: { city: ['Zürich'], keyword: ['Wine', 'Law'] } }),
    person('b', 'Bo', { facets: { city: ['ZURICH'], keyword: ['wine'] } }),
    person('c', 'Cy', { facets: { city: ['Basel'], keyword: ['wine'] } }),
  )
  const having = (facets: Search['facets'] & object) => index.page({ facets, limit: 10 }).ids
  expect(having({ city: 'zurich' })).toEqual(['a', 'b'])
  expect(having({ city: 'zürich', keyword: 'law' })).toEqual(['a'])
  expect(having({ city: 'Zur' })).toEqual([])
  expect(having({ city: undefined, keyword: 'WINE' })).toEqual(['a', 'b', 'c'])
})

test('a facet value is counted once per entry, in its most frequent spelling', () => {
  const index = indexOf(
    person('a', 'Ann', { facets: { keyword: ['Wine', 'wine', 'law'] } }),
    person('b', 'Bo', { facets: { keyword: ['wine'] } }),
    person('c', 'Cy', { facets: { keyword: ['wine', 'tax'] } }),
  )
  expect(index.counts('keyword', { limit: 2 })).toEqual([
    { value: 'wine', count: 3 },
    { value: 'law', count: 1 },
  ])
  expect(index.counts('keyword', { limit: 9, without: new Set(['a', 'unknown']) })).toEqual([
    { value: 'wine', count: 2 },
    { value: 'tax', count: 1 },
  ])
  index.remove('b')
  index.put(person('c', 'Cy'))
  expect(index.counts('keyword', { limit: 9 })).toEqual([
    { value: 'law', count: 1 },
    { value: 'Wine', count: 1 },
  ])
})

test('an excluded entry does not affect the spelling of a value', () => {
  const index = indexOf(
    person('a', 'Ann', { facets: { city: ['ZURICH'] } }),
    person('b', 'Bo', { facets: { city: ['Zürich'] } }),
  )
  const spelt = (hidden: string) => index.counts('city', { limit: 9, without: new Set([hidden]) })
  expect([spelt('a'), spelt('b')]).toEqual([[{ value: 'Zürich', count: 1 }], [{ value: 'ZURICH', count: 1 }]])
})

test.each([0, 1, 5, 60])(
  'with %i entries excluded, values are counted as if these were not there',
  (excluded) => {
    // Every third value is spelt in two ways, and most are as frequent as others.
    const entries = Array.from({ length: 600 }, (_, at) => {
      const keyword = [at % 450, (at * 7) % 330, (at * 31) % 40].map(
        (n) => `${at % 2 && n % 3 ? 'Topic' : 'topic'} ${n}`,
      )
      return person(`p${at}`, `P${at}`, { facets: { keyword } })
    })
    const without = new Set(Array.from({ length: excluded }, (_, at) => `p${at * 9}`))
    const rest = entries.filter(({ id }) => !without.has(id))
    for (const limit of [5, 200, 1_000])
      expect(indexOf(...entries).counts('keyword', { limit, without })).toEqual(
        indexOf(...rest).counts('keyword', { limit }),
      )
  },
)

test('a changed entry is found by its new words only, and a removed entry by none', () => {
  const index = indexOf(person('a', 'Ann', { words: ['Ann Old'] }), person('b', 'Bo'))
  index.put(person('a', 'Zoe', { words: ['Zoe New'] }))
  expect(found(index, 'ann')).toEqual([])
  expect(found(index, 'old')).toEqual([])
  expect(found(index, 'new')).toEqual(['a'])
  expect(found(index, '')).toEqual(['b', 'a'])
  index.remove('a')
  index.put(person('c', 'Cy'))
  expect(found(index, '')).toEqual(['b', 'c'])
  expect(found(index, 'zoe')).toEqual([])
  expect(index.size).toBe(2)
})

test.each<Partial<Search>>([{ keep: (id) => id !== 'b' }, { without: new Set(['b', 'unknown']) }])(
  'pages leave out excluded entries',
  (query) => {
    const index = indexOf(...['a', 'b', 'c', 'd'].map((id) => person(id, 'Same Name')))
    const page = index.page({ ...query, text: 'same', limit: 2 })
    expect(page.ids).toEqual(['a', 'c'])
    expect(index.page({ ...query, text: 'same', limit: 2, cursor: page.next }).ids).toEqual(['d'])
  },
)

test.each<Omit<Search, 'limit'>>([
  {},
  { text: 'same' },
  { text: 'sa' },
  { text: 'same o' },
  { facets: { city: 'bern' } },
  { text: 'sam', facets: { city: 'bern' } },
])('every page of %j has the total of all, without excluded and removed entries', (query) => {
  const cities = ['Bern', 'bern', 'Basel', 'BERN', 'Basel', 'Bern', 'Bern']
  const index = indexOf(
    ...cities.map((city, at) =>
      person(`${at}`, at % 2 ? 'Same Sam Other' : 'Same', { facets: { city: [city] } }),
    ),
  )
  index.remove('3')
  const without = new Set(['5', '3', 'unknown'])
  const whole = index.page({ ...query, without, limit: 10 }).ids
  expect(whole).not.toContain('5')
  const first = index.countedPage({ ...query, without, limit: 1 })
  expect(first.total).toBe(whole.length)
  const last = index.countedPage({ ...query, without, limit: 9, cursor: first.next })
  expect([...first.ids, ...(first.next ? last.ids : [])]).toEqual(whole)
  expect(last.total).toBe(whole.length)
})

test('a page can start at a key, in either direction', () => {
  const index = indexOf(...['a', 'b', 'c', 'd', 'e'].map((id) => person(id, id)))
  expect(index.page({ from: 'b', limit: 9 }).ids).toEqual(['b', 'c', 'd', 'e'])
  const first = index.page({ from: 'b', direction: 'desc', limit: 2 })
  expect(first.ids).toEqual(['e', 'd'])
  const rest = index.page({ from: 'b', direction: 'desc', limit: 2, cursor: first.next })
  expect(rest).toMatchObject({ ids: ['c', 'b'] })
  expect(rest.next).toBeUndefined()
})

test('values of hidden entries lose their places to others, however many are hidden', () => {
  const people = Array.from({ length: 600 }, (_, at) =>
    person(`${at}`, 'Ann', { facets: { city: [`City ${String(at >> 1).padStart(3, '0')}`] } }),
  )
  const index = indexOf(...people)
  for (const hidden of [0, 1, 4, 40, 500]) {
    const without = new Set(people.slice(0, hidden).map(({ id }) => id))
    const remaining = indexOf(...people.slice(hidden))
    expect(index.counts('city', { limit: 3, without })).toEqual(remaining.counts('city', { limit: 3 }))
  }
})

test.each(['asc', 'desc'] as const)(
  '%s: pages skip and repeat no entry while others are added and removed',
  (direction) => {
    const name = (at: number) => `Member ${String(at).padStart(3, '0')}`
    const stay = Array.from({ length: 60 }, (_, at) => person(`stay-${at}`, name(at * 3)))
    const index = indexOf(...stay)
    const seen: string[] = []
    let cursor: string | undefined
    for (let round = 0; ; round++) {
      const page = index.page({ text: 'mem', direction, limit: 7, cursor })
      seen.push(...page.ids)
      cursor = page.next
      if (cursor === undefined) break
      const last = page.ids.at(-1) ?? ''
      index.put(person(`early-${round}`, name(1)))
      index.put(person(`late-${round}`, name(179)))
      index.remove(`early-${round - 1}`)
      // The very one that the cursor stands on.
      if (last.startsWith('early')) index.remove(last)
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => id.startsWith('stay')).toSorted()).toEqual(stay.map(({ id }) => id).toSorted())
  },
)

test.each(['x', 'bm9uc2Vuc2U', 'WyJhIl0', 'WyJhIiwxXQ', `WyJhIiwiYiJd=`, '', '💥'])(
  'the forged cursor "%s" is refused',
  (cursor) => {
    expect(() => indexOf(person('a', 'Ann')).page({ cursor, limit: 1 })).toThrow(BadCursor)
  },
)

test.each<Partial<Search>>([
  { list: 'another list' },
  { text: 'ann s' },
  { text: '-' },
  { facets: { city: 'Basel' } },
  { direction: 'desc' },
])('a cursor is refused by the search %j, of which it is not', (query) => {
  const index = indexOf(person('a', 'Ann Same'), person('b', 'Ann Same'))
  const search = { list: 'people', text: 'ann', limit: 1 }
  const { next, end } = index.page(search)
  expect([next, index.page({ ...search, limit: 2 }).next]).toEqual([end, undefined])
  expect(index.page({ ...search, text: ' ANN ', cursor: next }).ids).toEqual(['b'])
  expect(() => index.page({ ...search, ...query, cursor: next })).toThrow(BadCursor)
})

test('many entries added at once are in order', () => {
  const keys = Array.from({ length: 5_000 }, (_, at) => String((at * 7_919) % 5_000).padStart(4, '0'))
  const index = indexOf(...keys.map((key) => person(key, key)))
  expect(index.page({ limit: 5_000 }).ids).toEqual(keys.toSorted())
})
