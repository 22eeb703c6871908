import {
  comparePositions,
  decodeCursor,
  encodeCursor,
  fingerprint,
  type Position,
} from '#server/views/cursor.ts'
import { createDictionary } from './dictionary.ts'
import { createFacets, type Facets } from './facets.ts'
import { matchTerms, type Term } from './postings.ts'
import { createSortedList, firstIndexWhere } from './sorted-list.ts'
import { isWordless, tokenise } from '#server/views/words.ts'

import { searchableWords } from './tokens.ts'
import { createWords } from './vocabulary.ts'

export interface Entry {
  id: string
  /** What entries are sorted by, by UTF-16 code units; ties break on the id. */
  key: string
  /** Texts that a search matches. */
  words: readonly string[]
  facets: Facets
}

type Keep = (id: string, key: string) => boolean

export interface Search {
  /** Whatever else decides about the entries or the order: a cursor is valid for the same list and query only. */
  list?: string
  /** Prefixes of words; all of them must match. Punctuation alone matches nothing. */
  text?: string | undefined
  /** All of them must match, ignoring case and accents. */
  facets?: Readonly<Record<string, string | undefined>>
  /** Ids to exclude. */
  without?: ReadonlySet<string> | undefined
  /** Called for each match up to the end of the page. `without` is faster for few exclusions among many entries. */
  keep?: Keep | undefined
  /** The lowest key. */
  from?: string | undefined
  direction?: 'asc' | 'desc'
  cursor?: string | undefined
  limit: number
}

export interface Found {
  ids: string[]
  /** Absent on the last page. */
  next?: string
  /** The cursor after the last of `ids`, also on the last page. */
  end?: string
}

interface Row extends Position {
  /** Its position in the arrays of a search. Reused after the entry is removed. */
  slot: number
}

export type SearchIndex = ReturnType<typeof createSearchIndex>

const GROWTH = 1.25

/** A search goes through the entries of its words once, then through the entries in order up to the end of the page. */
export function createSearchIndex(words = createWords()) {
  const rows = new Map<string, Row>()
  const bySlot: Row[] = []
  /** Slots, not rows: a pass over numbers stays in the processor's cache. */
  const ordered = createSortedList<number>((a, b) => comparePositions(bySlot[a]!, bySlot[b]!))
  const dictionary = createDictionary({ words })
  const facets = createFacets(words)
  const freeSlots: number[] = []
  /** By slot, for `matchTerms`. The same for all searches: a new one for each would be most of what they allocate. */
  let counts = new Uint8Array(0)
  let revision = 0

  const termsOf = ({ text = '', facets: wanted = {} }: Search): Term[] => [
    ...withoutPrefixes(tokenise(text)).map((word) => dictionary.startingWith(word)),
    ...(isWordless(text) ? [NO_ENTRIES] : []),
    ...Object.entries(wanted).flatMap(([name, value]) =>
      value === undefined ? [] : [facets.having(name, value)],
    ),
  ]

  function scan(search: Search) {
    const { keep, limit, without = [] } = search
    const terms = termsOf(search)
    const excluded = [...without].flatMap((id) => rows.get(id)?.slot ?? [])
    if (counts.length < bySlot.length) counts = new Uint8Array(Math.ceil(bySlot.length * GROWTH))
    const total = matchTerms(counts, terms, excluded)
    const all = ordered.items()
    const query = fingerprintOf(search)
    const { first, end, step } = scanRange(all, bySlot, search, query)

    const shown: Row[] = []
    let more = false
    for (let at = first; at !== end && !more; at += step) {
      const slot = all[at]!
      if (counts[slot] !== terms.length) continue
      if (keep && !keep(bySlot[slot]!.id, bySlot[slot]!.key)) continue
      more = shown.length === limit
      if (!more) shown.push(bySlot[slot]!)
    }
    const last = shown.at(-1)
    const after = last && encodeCursor(last, query)
    const ids = shown.map(({ id }) => id)
    const found: Found = { ids, ...(after && { end: after }), ...(more && after && { next: after }) }
    return { found, total: terms.length === 0 ? rows.size - excluded.length : total }
  }

  function remove(id: string) {
    const row = rows.get(id)
    if (!row) return
    revision += 1
    rows.delete(id)
    ordered.remove(row.slot)
    dictionary.replace(row.slot, [])
    facets.replace(row.slot, {})
    freeSlots.push(row.slot)
  }

  const rowsOf = (id: string) => {
    const row = rows.get(id)
    return row ? [row] : []
  }

  return {
    /** Another after each change. */
    get revision() {
      return revision
    },

    get size() {
      return rows.size
    },

    put({ id, key, words: texts, facets: values }: Entry) {
      revision += 1
      const before = rows.get(id)
      const row = before ?? { id, key, slot: freeSlots.pop() ?? bySlot.length }
      if (before && before.key !== key) ordered.remove(row.slot)
      if (before?.key !== key) {
        bySlot[row.slot] = Object.assign(row, { key })
        ordered.add(row.slot)
      }
      facets.replace(row.slot, values)
      // As one text: no word goes across a space.
      dictionary.replaceWords(row.slot, searchableWords(texts.join(' ')))
      rows.set(id, row)
    },

    remove,

    /** Does what the first search would otherwise wait for, once many entries are there. */
    prepare() {
      ordered.items()
      dictionary.prepare()
      facets.prepare()
    },

    clear: () => [...rows.keys()].forEach(remove),

    /**
     * Pages neither skip nor repeat an entry while others are added and removed.
     * @throws BadCursor
     */
    page: (search: Search): Found => scan(search).found,

    /** `page` with the total of all pages. */
    countedPage(search: Omit<Search, 'from' | 'keep'>): Found & { total: number } {
      const { found, total } = scan(search)
      return { ...found, total }
    },

    /** Counts of each facet value, most frequent first, in its most frequent spelling. */
    counts(facet: string, { without = new Set(), keep, limit }: Pick<Search, 'without' | 'keep' | 'limit'>) {
      const isCounted = ({ id, key }: Row) => !without.has(id) && (!keep || keep(id, key))
      const candidates = keep ? rows.values() : Iterator.from(without).flatMap((id) => rowsOf(id))
      const except = candidates.filter((row) => !isCounted(row)).map(({ slot }) => slot)
      return facets.counts(facet, limit, [...except])
    },
  }
}

/** The positions to scan: from `first` to before `end`. */
function scanRange(
  all: readonly number[],
  bySlot: readonly Row[],
  { from, cursor, direction }: Search,
  query: string,
) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
  const where = (holds: (row: Row) => boolean) => firstIndexWhere(all, (slot) => holds(bySlot[slot]!))
  const lowest = from === undefined ? 0 : where(({ key }) => key >= from)
  if (direction === 'desc') {
    const highest = after ? where((row) => comparePositions(row, after) >= 0) - 1 : all.length - 1
    return { first: Math.max(highest, lowest - 1), end: lowest - 1, step: -1 }
  }
  const first = after ? where((row) => comparePositions(row, after) > 0) : lowest
  return { first: Math.max(first, lowest), end: all.length, step: 1 }
}

const NO_ENTRIES: Term = []

/** `from` moves with the time, and `keep` and `without` belong to the list. */
const fingerprintOf = ({ list = '', text = '', facets = {}, direction = 'asc' }: Search) =>
  fingerprint(list, tokenise(text), isWordless(text), facets, direction)

/** A word that starts with "anna" starts with "a" too: the shorter token is redundant. */
const withoutPrefixes = (words: readonly string[]) =>
  [...new Set(words)].filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
