import { createPosting, type Posting, removeSlot, type Term } from './postings.ts'
import { firstIndexWhere } from './sorted-list.ts'
import { fold } from './tokens.ts'

export type Facets = Readonly<Record<string, readonly string[]>>

/** Spellings of a value by its folded form. */
type Values = Map<string, Map<string, Posting>>

export interface FacetCount {
  /** In its most frequent spelling. */
  value: string
  count: number
}

/** Facet values of entries, to filter by. */
export function createFacets() {
  const byName = new Map<string, Values>()

  function add(slot: number, facets: Facets) {
    for (const [name, value] of pairsOf(facets)) {
      const values = byName.getOrInsertComputed(name, () => new Map())
      const spellings = values.getOrInsertComputed(fold(value), () => new Map())
      spellings.getOrInsertComputed(value, createPosting).slots.push(slot)
    }
  }

  function remove(slot: number, facets: Facets) {
    for (const [name, value] of pairsOf(facets)) {
      const spellings = byName.get(name)?.get(fold(value))
      const posting = spellings?.get(value)
      if (!posting) continue
      removeSlot(posting, slot)
      if (posting.slots.length === 0) spellings?.delete(value)
      if (spellings?.size === 0) byName.get(name)?.delete(fold(value))
    }
  }

  return {
    add,
    remove,
    having: (name: string, value: string): Term => [...(byName.get(name)?.get(fold(value))?.values() ?? [])],

    /** Most frequent first. `except`: facets of entries to leave out. */
    counts(name: string, limit: number, except: readonly Facets[]): FacetCount[] {
      const uncounted = new Map<string, number>()
      for (const facets of except) {
        for (const [, value] of pairsOf({ [name]: facets[name] ?? [] })) {
          uncounted.set(value, (uncounted.get(value) ?? 0) + 1)
        }
      }
      const countOf = ({ text, slots }: Posting) => slots.length - (uncounted.get(text) ?? 0)
      const most: Frequency[] = []
      for (const [folded, spellings] of byName.get(name) ?? []) {
        let count = 0
        for (const spelling of spellings.values()) count += countOf(spelling)
        if (count > 0) insertIfTop(most, { folded, count, spellings }, limit)
      }
      return most.map(({ count, spellings }) => ({ value: mostUsed(spellings, countOf), count }))
    },
  }
}

interface Frequency {
  folded: string
  count: number
  spellings: ReadonlyMap<string, Posting>
}

/** Sorting them all would cost too much where most values are rare. */
function insertIfTop(most: Frequency[], value: Frequency, limit: number) {
  const place = firstIndexWhere(most, (other) => isBefore(value, other))
  if (place >= limit) return
  most.splice(place, 0, value)
  if (most.length > limit) most.pop()
}

const isBefore = (a: Frequency, b: Frequency) =>
  a.count > b.count || (a.count === b.count && a.folded < b.folded)

/** Each value once per entry, ignoring spelling. */
function* pairsOf(facets: Facets): Iterable<[name: string, value: string]> {
  for (const [name, values] of Object.entries(facets)) {
    const seen = new Set<string>()
    for (const value of values) {
      const folded = fold(value)
      if (!seen.has(folded)) yield [name, value]
      seen.add(folded)
    }
  }
}

function mostUsed(spellings: ReadonlyMap<string, Posting>, countOf: (spelling: Posting) => number) {
  const [first] = [...spellings.values()].toSorted(
    (a, b) => countOf(b) - countOf(a) || (a.text < b.text ? -1 : 1),
  )
  return first?.text ?? ''
}
