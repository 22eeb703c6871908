import { createPostingLists } from './posting-lists.ts'
import { createPosting, createSlotPool, type Posting, type Term } from './postings.ts'
import { firstIndexWhere } from './sorted-list.ts'
import { fold } from '#server/views/words.ts'
import { createVocabulary, UNKNOWN, type Vocabulary, type Words } from './vocabulary.ts'

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
  /** All of the value, this one among them. */
  readonly spellings: Spelling[]
}

interface Values {
  /** Spellings by their numbers. */
  vocabulary: Vocabulary
  /** Spellings of a value by its folded form. */
  byFolded: Map<string, Spelling[]>
}

/** How many more values are known than are asked for, for viewers who have some entries hidden. */
const SPARE = 200

/** Facet values of entries, to filter by. */
export function createFacets(words: Words) {
  const pool = createSlotPool()
  const byName = new Map<string, Values>()
  const lists = createPostingLists<Spelling>((spelling) => {
    const { vocabulary, byFolded } = byName.get(spelling.name)!
    const { number, folded, spellings } = spelling
    vocabulary.remove(number)
    spellings.splice(spellings.indexOf(spelling), 1)
    if (spellings.length === 0) byFolded.delete(folded)
  })

  /** By the number of a spelling, the number of its value: spellings themselves are too many for the processor's cache. */
  const values: number[] = []
  let valueCount = 0

  /** Of each value once, in its first spelling. */
  function numbersOf(facets: Facets) {
    const numbers: number[] = []
    const found: number[] = []
    for (const name in facets) {
      const { vocabulary, byFolded } = valuesOf(name)
      for (const text of facets[name]!) {
        let number = vocabulary.find(text)
        if (number === UNKNOWN) {
          const folded = fold(text)
          if (byFolded.get(folded)?.some((spelling) => numbers.includes(spelling.number))) continue
          number = lists.create((next) => createSpelling(next, { name, text, folded })).number
        }
        const value = values[number]!
        if (found.includes(value)) continue
        found.push(value)
        numbers.push(number)
      }
    }
    return numbers
  }

  const valuesOf = (name: string) =>
    byName.getOrInsertComputed(name, () => ({ vocabulary: createVocabulary(words), byFolded: new Map() }))

  function createSpelling(
    number: number,
    { name, text, folded }: Pick<Spelling, 'name' | 'text' | 'folded'>,
  ) {
    const { vocabulary, byFolded } = valuesOf(name)
    const spellings = byFolded.getOrInsertComputed(folded, () => [])
    const spelling = { ...createPosting(pool, text, number), name, folded, spellings }
    const [other] = spellings
    values[number] = other ? values[other.number]! : valueCount++
    vocabulary.add(number, text)
    spellings.push(spelling)
    return spelling
  }

  /** The most frequent values by name and number. Until a value changes: most viewers count the same entries. */
  const known = new Map<string, readonly NamedFrequency[]>()

  const mostFrequent = (name: string, limit: number) =>
    known.getOrInsertComputed(`${limit} ${name}`, () => topOf(name, limit, (spelling) => spelling.count))

  /** Without some entries. Each value that is counted less can lose its place to one more. */
  function mostFrequentWithout(uncounted: ReadonlyMap<Spelling, number>, name: string, limit: number) {
    const changed = new Set<readonly Spelling[]>(uncounted.keys().map(({ spellings }) => spellings))
    const candidates = mostFrequent(name, limit + SPARE)
    const most = candidates.filter(({ spellings }) => !changed.has(spellings)).slice(0, limit)
    const countOf = withoutThem(uncounted)
    for (const { folded, spellings } of candidates)
      if (changed.has(spellings))
        insertIfTop(most, named(counted([folded, spellings], countOf), countOf), limit)
    return most
  }

  function topOf(name: string, limit: number, countOf: CountOf) {
    const most: Frequency[] = []
    for (const value of byName.get(name)?.byFolded ?? []) insertIfTop(most, counted(value, countOf), limit)
    return most.map((frequency) => named(frequency, countOf))
  }

  return {
    /** Replaces the values of a slot. */
    replace(slot: number, facets: Facets) {
      known.clear()
      lists.replace(slot, numbersOf(facets))
    },

    prepare: lists.invert,

    having(name: string, value: string): Term {
      lists.invert()
      return byName.get(name)?.byFolded.get(fold(value)) ?? []
    },

    /** Most frequent first. `except`: slots to leave out. */
    counts(name: string, limit: number, except: readonly number[]): FacetCount[] {
      lists.invert()
      const uncounted = new Map<Spelling, number>()
      for (const slot of except) {
        for (const spelling of lists.of(slot)) uncounted.set(spelling, (uncounted.get(spelling) ?? 0) + 1)
      }
      const most =
        uncounted.size > SPARE
          ? topOf(name, limit, withoutThem(uncounted))
          : mostFrequentWithout(uncounted, name, limit)
      return most.flatMap(({ count, value }) => (count > 0 ? [{ value, count }] : []))
    },
  }
}

interface Frequency {
  folded: string
  count: number
  spellings: readonly Spelling[]
}

interface NamedFrequency extends Frequency {
  value: string
}

type CountOf = (spelling: Spelling) => number

const withoutThem =
  (uncounted: ReadonlyMap<Spelling, number>): CountOf =>
  (spelling) =>
    spelling.count - (uncounted.get(spelling) ?? 0)

const counted = ([folded, spellings]: [string, readonly Spelling[]], countOf: CountOf): Frequency => ({
  folded,
  count: spellings.reduce((sum, spelling) => sum + countOf(spelling), 0),
  spellings,
})

const named = (frequency: Frequency, countOf: CountOf): NamedFrequency => ({
  ...frequency,
  value: mostUsed(frequency.spellings, countOf),
})

/** Sorting them all would cost too much where most values are rare. */
function insertIfTop<F extends Frequency>(most: F[], value: F, limit: number) {
  const place = firstIndexWhere(most, (other) => compareFrequencies(value, other) < 0)
  if (place >= limit) return
  most.splice(place, 0, value)
  if (most.length > limit) most.pop()
}

const compareFrequencies = (a: Frequency, b: Frequency) => b.count - a.count || (a.folded < b.folded ? -1 : 1)

function mostUsed(spellings: readonly Spelling[], countOf: CountOf) {
  const [first] = spellings.toSorted((a, b) => countOf(b) - countOf(a) || (a.text < b.text ? -1 : 1))
  return first?.text ?? ''
}
