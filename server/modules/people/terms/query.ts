import { language } from '#shared/lib/language/current.ts'
import { fold, isUnspaced, prefixesOf, writtenWords } from '#shared/lib/words.ts'
import { type Trade, trades } from '#server/modules/people/trades/trades.ts'

import { namesOfCity } from './cities.ts'
import { CONJUNCTIONS, FILLERS, PURPOSES } from './fillers.ts'

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
import { STEM_LANGUAGES, stemsIn } from './word-forms.ts'

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
  /**
   * The words by which the text names some of them, or an industry, with their terms, and then those of more and more:
   * those before a purpose or a place come first, such as "band" of "band for a wedding", and of these those of most
   * words. Fillers do not count. A part of a longer one says less: "wedding photos" is not "wedding".
   */
  phrases: readonly { text: string; terms: readonly Term[] }[]
  /** One or two letters, which are prefixes of names only. */
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
    phrases: phrasesOf([...named, ...industries], words, isFiller),
    isOfNames: words.length === 1 && named.length + industries.length === 0 && isShort(words[0]!),
  }
}

function phrasesOf(
  matches: readonly { named: Trade | string; positions: readonly number[] }[],
  words: readonly string[],
  isFiller: readonly boolean[],
) {
  const sizeOf = (positions: readonly number[]) => positions.filter((at) => !isFiller[at]).length
  const isPart = ({ positions }: (typeof matches)[number]) =>
    matches.some(
      (other) =>
        sizeOf(other.positions) > sizeOf(positions) && positions.every((at) => other.positions.includes(at)),
    )
  const first = Math.min(...matches.flatMap(({ positions }) => positions))
  const purpose = words.findIndex((word, at) => at > first && PURPOSES.has(word))
  const whole = matches.filter((match) => !isPart(match))
  const all = [...Map.groupBy(whole, ({ named }) => named)].map(([named, same]) => {
    const positions = [...new Set(same.flatMap((each) => each.positions))].toSorted(
      (one, other) => one - other,
    )
    const isPurpose = purpose >= 0 && positions[0]! > purpose
    return { named, positions, order: sizeOf(positions) - (isPurpose ? words.length : 0) }
  })
  const groups = Map.groupBy(
    all.toSorted((one, other) => other.order - one.order || one.positions[0]! - other.positions[0]!),
    ({ order }) => order,
  )
  const upTo = [...groups.keys()].map((_, at) => [...groups.values()].slice(0, at + 1).flat())
  return upTo.map((named) => phraseOf(named, words))
}

/** The words that name them, in the order of the text, and the terms of all. */
function phraseOf(
  all: readonly { named: Trade | string; positions: readonly number[] }[],
  words: readonly string[],
) {
  const used = new Set(all.flatMap(({ positions }) => positions))
  const asOneWord = all.map(({ positions }) => `${positions.map((at) => fold(words[at]!)).join('')}*`)
  const named = all.flatMap((each) =>
    typeof each.named === 'string' ? termsOfIndustry(each.named) : termsOfTrade(each.named),
  )
  return {
    text: words.filter((_, at) => used.has(at)).join(' '),
    terms: [...new Set([...asOneWord, ...named])],
  }
}

/** A trade that is named as its industry, such as law, is also found by the industry. */
const termsOfTrade = (trade: Trade) => [
  mainTradeTerm(trade.id),
  tradeTerm(trade.id),
  ...(NAMED_AS_INDUSTRY.has(trade) ? [facetTerm('industry', fold(trade.industry))] : []),
]

/** Excludes terms of main trades, so that members who write the word come before those of the industry. */
const termsOfIndustry = (name: string) => [
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

/** In the language of the searcher. */
const stemOf = (word: string) => {
  const own = STEM_LANGUAGES.find((each) => each === language()) ?? 'en'
  return isUnspaced(word) ? [] : stemsIn(own, [word, ...prefixesOf(word).flat()])
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
