import { isDeepStrictEqual } from 'node:util'

import { cursorOf, type Position, positionOf } from './cursor.ts'
import { createDictionary } from './dictionary.ts'
import { createFacets, type Facets } from './facets.ts'
import { marksOf, type Posting, type Term } from './postings.ts'
import { createSortedList, firstWhere } from './sorted-list.ts'
import { findableWordsOf, wordsOf } from './words.ts'

export interface Entry {
  id: string
  /** What entries are sorted by, by UTF-16 code units; ties break on the id. */
  key: string
  /** Texts to be found by. */
  words: readonly string[]
  facets: Facets
}

export type Keep = (id: string, key: string) => boolean

export interface Search {
  /** Beginnings of words; all of them have to be found. */
  text?: string | undefined
  /** All of them have to hold; letter case and accents make no difference. */
  facets?: Readonly<Record<string, string | undefined>>
  /** Asked for every entry that matches, since `total` is exact. */
  keep?: Keep | undefined
  /** The lowest key. */
  from?: string | undefined
  direction?: 'asc' | 'desc'
  cursor?: string | undefined
  limit: number
}

export interface Found {
  ids: string[]
  next?: string
  /** Of all pages. */
  total: number
}

interface Row extends Position {
  /** Where it stands in the marks of a search; free for another entry once this one is gone. */
  slot: number
  words: ReadonlySet<Posting>
  facets: Facets
}

export type SearchIndex = ReturnType<typeof createSearchIndex>

/** Answers in one pass over what was found, in order: under 10 ms for 100,000 entries of 20 words. */
export function createSearchIndex() {
  const rows = new Map<string, Row>()
  const ordered = createSortedList<Row>(inOrder)
  const dictionary = createDictionary()
  const facets = createFacets()
  const freeSlots: number[] = []
  let slots = 0

  const termsOf = ({ text = '', facets: wanted = {} }: Search): Term[] => [
    ...longestOf(wordsOf(text)).map((word) => dictionary.startingWith(word)),
    ...Object.entries(wanted).flatMap(([name, value]) =>
      value === undefined ? [] : [facets.having(name, value)],
    ),
  ]

  return {
    get size() {
      return rows.size
    },

    put({ id, key, words, facets: values }: Entry) {
      const before = rows.get(id)
      const row = before ?? {
        id,
        key,
        slot: freeSlots.pop() ?? slots++,
        words: new Set<Posting>(),
        facets: {},
      }
      if (before && before.key !== key) ordered.remove(before)
      if (before?.key !== key) ordered.add(Object.assign(row, { key }))
      if (!isDeepStrictEqual(row.facets, values)) {
        facets.remove(row.slot, row.facets)
        facets.add(row.slot, values)
        row.facets = values
      }
      row.words = dictionary.replace(
        row.slot,
        row.words,
        new Set(words.flatMap((text) => [...findableWordsOf(text)])),
      )
      rows.set(id, row)
    },

    remove(id: string) {
      const row = rows.get(id)
      if (!row) return
      rows.delete(id)
      ordered.remove(row)
      dictionary.replace(row.slot, row.words, new Set())
      facets.remove(row.slot, row.facets)
      freeSlots.push(row.slot)
    },

    /**
     * Paging neither skips nor repeats an entry while others come and go.
     * @throws BadCursor
     */
    page(search: Search): Found {
      const { keep, from, direction = 'asc', cursor, limit } = search
      const after = cursor === undefined ? undefined : positionOf(cursor)
      const terms = termsOf(search)
      const marks = marksOf(terms, slots)
      const all = ordered.items()
      const [first, begin, step] = pathThrough(all, { from, after, direction })

      const ids: string[] = []
      let last: Position | undefined
      let total = 0
      let more = false
      // Everything in range is counted; the page is taken from where the last one ended.
      for (let at = first; ; at += step) {
        const row = all[at]
        if (!row || (from !== undefined && row.key < from)) break
        if (marks[row.slot] !== terms.length || (keep && !keep(row.id, row.key))) continue
        total += 1
        if ((at - begin) * step < 0) continue
        if (ids.length === limit) more = true
        else ids.push((last = row).id)
      }
      return { ids, total, ...(more && last && { next: cursorOf(last) }) }
    },

    /** How many have each value, the most frequent first, spelt as most spell it. */
    counts(facet: string, { keep, limit }: { keep?: Keep | undefined; limit: number }) {
      const except: Facets[] = []
      if (keep) for (const row of rows.values()) if (!keep(row.id, row.key)) except.push(row.facets)
      return facets.counts(facet, limit, except)
    },
  }
}

const inOrder = (a: Position, b: Position) => {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1
  return a.id < b.id ? -1 : Number(a.id > b.id)
}

interface Path {
  from: string | undefined
  after: Position | undefined
  direction: 'asc' | 'desc'
}

/** Where the list begins, where the page may begin, and which way to go. */
function pathThrough(all: readonly Row[], { from, after, direction }: Path): [number, number, 1 | -1] {
  if (direction === 'desc') {
    const first = all.length - 1
    return [first, after ? firstWhere(all, (row) => inOrder(row, after) >= 0) - 1 : first, -1]
  }
  const first = from === undefined ? 0 : firstWhere(all, ({ key }) => key >= from)
  return [first, after ? firstWhere(all, (row) => inOrder(row, after) > 0) : first, 1]
}

/** Who starts with "anna" starts with "a": the shorter would only cost time. */
const longestOf = (words: readonly string[]) =>
  [...new Set(words)].filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
