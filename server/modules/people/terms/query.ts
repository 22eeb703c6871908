import { fold, isUnspaced, prefixesOf, writtenWords } from '#shared/lib/words.ts'
import { type Trade, trades } from '#server/modules/people/trades/trades.ts'

import { namesOfCity } from './cities.ts'
import { CONJUNCTIONS, FILLERS } from './fillers.ts'

import { facetTerm, mainTradeTerm, tradeTerm } from './terms.ts'
import {
  industriesIn,
  type IndustryPhrases,
  industryPhrases,
  thesaurusWordsFrom,
  type TradeMatch,
  tradesOfEnding,
  tradesOfWhole,
  tradesWanted,
} from './trade-matches.ts'
import { stemLanguage, stemsIn } from './word-forms.ts'

/** A term that a text must have, or a prefix of one, which ends with `*`. */
export type Term = string

/** One of these terms must be in a text. */
export interface Clause {
  /** The word of the query, folded. */
  word: string
  terms: readonly Term[]
}

export interface SearchText {
  /** All of them must be in the texts of a member, in any field. Empty for a text without words. */
  clauses: readonly Clause[]
  /** Every word as a whole, by its stem, or by what members mainly do. Those who match come first of their rank. */
  closest: readonly Clause[]
  /** Trades that the text names. */
  trades: readonly Trade[]
  /** All of the words are prefixes of names only. False for a text without words. */
  isOfNames: boolean
}

const MAX_LETTERS_OF_NAMES = 2
/** Letters of the last word from which it can be the beginning of a trade that is still being typed. */
const MIN_BEGUN = 4
const MAX_BEGUN = 6

const NO_PHRASES = industryPhrases([])

/**
 * The terms by which a text finds members. Each word of the text can be in another field.
 * @param phrases words that admins have added to industries
 */
export function readSearch(text: string, phrases: IndustryPhrases = NO_PHRASES): SearchText {
  const words = writtenWords(text)
  const isFiller = words.map(
    (word, at) => FILLERS.has(word) && !(CONJUNCTIONS.has(word) && at === words.length - 1),
  )
  const pairs = joined(words, isFiller)
  const named = tradesNamed(words, isFiller, pairs)
  const industries = industriesIn(words, phrases)
  if (words.length === 1 && named.length + industries.length === 0 && isShort(words[0]!))
    return readNames(text)
  const namedAt = (at: number) => named.filter(({ positions }) => positions.includes(at))
  const industriesAt = (at: number) => industries.filter(({ positions }) => positions.includes(at))
  const sizeOf = (positions: readonly number[]) => positions.filter((at) => !isFiller[at]).length
  const phrasesAt = (at: number) =>
    [...namedAt(at), ...industriesAt(at)].filter(({ positions }) => positions.length > 1)
  // "Do my books" is not who has books.
  const isNeeded = words.map(
    (_, at) => !isFiller[at] || phrasesAt(at).some(({ positions }) => sizeOf(positions) < 2),
  )
  const hasContent = isNeeded.includes(true)
  const clauses = words.flatMap((word, at): Clause[] => {
    if (hasContent && !isNeeded[at]) return []
    const meant = [
      ...namedAt(at).map(({ named: trade }) => trade),
      ...(phrasesAt(at).length > 0 ? [] : begunTrades(words, at)),
    ]
    const together = pairs.filter(({ positions }) => positions.includes(at)).map((pair) => pair.word)
    const more = [...together, ...namesOfCity(word)]
      .map((each) => `${each}*`)
      .concat(
        [...new Set(meant)].flatMap(termsOfTrade),
        industriesAt(at).flatMap((each) => termsOfIndustry(each.named)),
      )
    if (isFiller[at] && hasContent) return [{ word: fold(word), terms: [fold(word), ...more] }]
    return prefixesOf(word).map((prefix) => ({
      word: prefix[0]!,
      terms: withoutCovered([...prefix.map((each) => `${each}*`), ...stemOf(word), ...more]),
    }))
  })
  return {
    clauses: withoutImplied(clauses),
    closest: withoutImplied(
      words.flatMap((word, at) => {
        const main = clauses.length > 1 ? [] : namedAt(at).map(({ named: trade }) => mainTradeTerm(trade.id))
        if (isFiller[at] && hasContent && words.length > 2) return []
        return prefixesOf(word).map((prefix) => ({
          word: prefix[0]!,
          terms: [...new Set([...prefix, ...namesOfCity(word), ...stemOf(word), ...main])],
        }))
      }),
    ),
    trades: [...new Set(named.map(({ named: trade }) => trade))],
    isOfNames: false,
  }
}

/** The prefixes by which a text finds names, and nothing else. */
export function readNames(text: string): SearchText {
  const clauses = prefixesOf(text).map((prefix) => ({
    word: prefix[0]!,
    terms: prefix.map((each) => `${each}*`),
  }))
  return { clauses, closest: clauses, trades: [], isOfNames: clauses.length > 0 }
}

/** A trade that is named as its industry, such as law, is also found by the industry. */
export const termsOfTrade = (trade: Trade) => [
  mainTradeTerm(trade.id),
  tradeTerm(trade.id),
  ...(NAMED_AS_INDUSTRY.has(trade) ? [facetTerm('industry', fold(trade.industry))] : []),
]

/** Excludes terms of main trades, so that members who write the word come before those of the industry. */
export const termsOfIndustry = (name: string) => [
  facetTerm('industry', fold(name)),
  ...trades
    .filter((trade) => trade.industry === name && NAMED_AS_INDUSTRY.has(trade))
    .map(({ id }) => tradeTerm(id)),
]

/** Trades with a word of their industry. Finding out takes longer than the rest of a query. */
const NAMED_AS_INDUSTRY: ReadonlySet<Trade> = new Set(
  trades.filter(({ industry, en }) => {
    const names = new Set(writtenWords(industry))
    return en.some((phrase) => writtenWords(phrase).some((word) => names.has(word) && !FILLERS.has(word)))
  }),
)

const stemOf = (word: string) => {
  return isUnspaced(word) ? [] : stemsIn(stemLanguage(), [word, ...prefixesOf(word).flat()])
}

/** "Web design" is also found as "webdesign". */
const joined = (words: readonly string[], isFiller: readonly boolean[]) =>
  words
    .slice(1)
    .map((word, at) => ({ word: `${fold(words[at]!)}${fold(word)}`, positions: [at, at + 1] }))
    .filter(({ positions }) => !positions.some((at) => isFiller[at]))

/** Trades that a text names, also by two words as one, or by a need with which a compound ends. */
function tradesNamed(
  words: readonly string[],
  isFiller: readonly boolean[],
  pairs: ReturnType<typeof joined>,
): TradeMatch[] {
  const whole = [
    ...tradesWanted(words),
    ...pairs.flatMap(({ word, positions }) => tradesOfWhole(word).map((each) => ({ ...each, positions }))),
  ]
  const isNamed = (at: number) => whole.some(({ positions }) => positions.includes(at))
  const ends = words.flatMap((word, at) =>
    isFiller[at] || isNamed(at)
      ? []
      : tradesOfEnding(word).map((trade) => ({ named: trade, positions: [at] })),
  )
  return [...whole, ...ends]
}

function begunTrades(words: readonly string[], at: number) {
  const start = fold(words[at]!)
  if (at < words.length - 1 || start.length < MIN_BEGUN) return []
  const begun = thesaurusWordsFrom(start, MAX_BEGUN + 1).filter((word) => word !== start)
  return begun.length > MAX_BEGUN
    ? []
    : begun.flatMap((word) => tradesWanted([word])).map(({ named: trade }) => trade)
}

/** A prefix finds its own word and all that it begins. */
function withoutCovered(terms: readonly Term[]) {
  const starts = terms.filter(isPrefix).map((term) => term.slice(0, -1))
  return [...new Set(terms)].filter(
    (term) => isPrefix(term) || !starts.some((start) => term.startsWith(start)),
  )
}

/** Not in scripts where one or two letters are a word. */
const isShort = (word: string) =>
  [...fold(word)].length <= MAX_LETTERS_OF_NAMES && /^\p{L}+$/u.test(word) && !isUnspaced(word)

/** A text with a word that begins with "anna" has one that begins with "a". */
const withoutImplied = (clauses: readonly Clause[]) =>
  clauses.filter(
    ({ word }, at) =>
      !clauses.some(
        (other, index) => index !== at && other.word.startsWith(word) && (other.word !== word || index < at),
      ),
  )

/** The argument of `MATCH` for texts that have one of the terms of each clause. Terms are in quotes, never syntax. */
export const matchingClauses = (clauses: readonly Clause[]) =>
  clauses.map(({ terms }) => `(${terms.map(quoted).join(' OR ')})`).join(' AND ')

const isPrefix = (term: Term) => term.endsWith('*')
const quoted = (term: Term) => (isPrefix(term) ? `"${term.slice(0, -1)}"*` : `"${term}"`)

/** How the term is found in a text of terms that begins and ends with a space. */
export const spaced = (term: Term) => (isPrefix(term) ? ` ${term.slice(0, -1)}` : ` ${term} `)
