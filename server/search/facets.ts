import { createPostingLists } from './posting-lists.ts'
import { createPosting, createSlotPool, type Posting, type Term } from './postings.ts'
import { firstIndexWhere } from './sorted-list.ts'
import { fold } from './tokens.ts'

export type Facets = Readonly<Record<string, readonly string[]>>

export interface FacetCount {
  /** In its most frequent spelling. */
  value: string
  count: number
}

/** One spelling of a value. */
interface Spelling extends Posting {
  readonly name: string
  readonly folded: string
}

interface Values {
  bySpelling: Map<string, Spelling>
  /** Spellings of a value by its folded form. */
  byFolded: Map<string, Spelling[]>
}

/** Facet values of entries, to filter by. */
export function createFacets() {
  const pool = createSlotPool()
  const byName = new Map<string, Values>()
  const lists = createPostingLists<Spelling>(({ name, text, folded }) => {
    const { bySpelling, byFolded } = byName.get(name)!
    bySpelling.delete(text)
    const others = byFolded.get(folded)!.filter((spelling) => spelling.text !== text)
    if (others.length > 0) byFolded.set(folded, others)
    else byFolded.delete(folded)
  })

  function spellingOf(name: string, text: string) {
    const { bySpelling, byFolded } = byName.getOrInsertComputed(name, () => ({
      bySpelling: new Map(),
      byFolded: new Map(),
    }))
    const known = bySpelling.get(text)
    if (known) return known
    const folded = fold(text)
    const spelling = lists.create((number) => ({ ...createPosting(pool, text, number), name, folded }))
    bySpelling.set(text, spelling)
    byFolded.getOrInsertComputed(folded, () => []).push(spelling)
    return spelling
  }

  /** Each value once, in its first spelling. */
  function spellingsOf(facets: Facets) {
    const found: Spelling[] = []
    for (const [name, values] of Object.entries(facets)) {
      for (const value of values) {
        const folded = byName.get(name)?.bySpelling.get(value)?.folded ?? fold(value)
        const isKnown = (other: Spelling) => other.name === name && other.folded === folded
        if (!found.some(isKnown)) found.push(spellingOf(name, value))
      }
    }
    return found
  }

  return {
    /** Replaces the values of a slot. */
    replace: (slot: number, facets: Facets) => lists.replace(slot, spellingsOf(facets)),

    having: (name: string, value: string): Term => byName.get(name)?.byFolded.get(fold(value)) ?? [],

    /** Most frequent first. `except`: slots to leave out. */
    counts(name: string, limit: number, except: readonly number[]): FacetCount[] {
      const uncounted = new Map<Spelling, number>()
      for (const slot of except) {
        for (const spelling of lists.of(slot)) uncounted.set(spelling, (uncounted.get(spelling) ?? 0) + 1)
      }
      const countOf = (spelling: Spelling) => spelling.count - (uncounted.get(spelling) ?? 0)
      const most: Frequency[] = []
      for (const [folded, spellings] of byName.get(name)?.byFolded ?? []) {
        const count = spellings.reduce((sum, spelling) => sum + countOf(spelling), 0)
        if (count > 0) insertIfTop(most, { folded, count, spellings }, limit)
      }
      return most.map(({ count, spellings }) => ({ value: mostUsed(spellings, countOf), count }))
    },
  }
}

interface Frequency {
  folded: string
  count: number
  spellings: readonly Spelling[]
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

function mostUsed(spellings: readonly Spelling[], countOf: (spelling: Spelling) => number) {
  const [first] = spellings.toSorted((a, b) => countOf(b) - countOf(a) || (a.text < b.text ? -1 : 1))
  return first?.text ?? ''
}
