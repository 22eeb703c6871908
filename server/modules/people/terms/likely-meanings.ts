import { fold, writtenWords } from '#shared/lib/words.ts'
import { type Trade, trades } from '#server/modules/people/trades/trades.ts'

import { FILLERS } from './fillers.ts'
import { type Clause, termsOfIndustry, termsOfTrade } from './query.ts'
import { mainTradeTerm, tradeTerm } from './terms.ts'
import {
  industriesIn,
  type IndustryPhrases,
  type TradeMatch,
  tradesHaving,
  tradesWanted,
} from './trade-matches.ts'

/** Naming a trade counts as much as one more word, which one in twenty trades has. */
const NAMED = Math.log(20)
/** Share of the weight of the likeliest below which others are left out. */
const MIN_SHARE = 0.6
/** That of two words that one in twelve trades has, or of one and a name. A word alone may mean anything. */
const MIN_WEIGHT = 5
const MAX_MEANINGS = 8

interface Meaning {
  /** A trade, or an industry by its name. */
  named: Trade | string
  weight: number
  positions: readonly number[]
}

/**
 * One clause per step: the likeliest meaning of a text (a trade or an industry), the first two, and so on; the last
 * adds the industry of the first. A word counts more, the fewer trades have it in a name or a need.
 */
export function likelyMeanings(text: string, phrases: IndustryPhrases): Clause[] {
  const words = writtenWords(text)
  const named = new Map(wholeMatches(tradesWanted(words)).map((match) => [match.named, match]))
  const matches: readonly Meaning[] = [
    ...words.flatMap(havingWord),
    ...[...named.values()].map((match) => ({ ...match, weight: NAMED })),
    ...industriesIn(words, phrases).map((match) => ({ ...match, weight: Math.log(trades.length) })),
  ]
  const likely = [...Map.groupBy(matches, (match) => match.named)]
    .map(([meant, same]) => ({
      named: meant,
      weight: same.reduce((sum, { weight }) => sum + weight, 0),
      positions: same.flatMap(({ positions }) => positions),
    }))
    .toSorted((one, other) => other.weight - one.weight)
    .filter(({ weight }, _, [first]) => weight >= Math.max(MIN_WEIGHT, MIN_SHARE * first!.weight))
    .slice(0, MAX_MEANINGS)
  const clauses = likely.map((_, at) => clauseOf(likely.slice(0, at + 1), words))
  const [first] = likely
  if (!first || typeof first.named === 'string') return clauses
  const last = clauses.at(-1)!
  return [...clauses, { ...last, terms: [...last.terms, ...termsOfTrade(first.named)] }]
}

/** A part of a longer one says less: "wedding photos" is not "wedding". */
const wholeMatches = (matches: readonly TradeMatch[]) =>
  matches.filter(
    ({ positions }) =>
      !matches.some(
        (other) =>
          other.positions.length > positions.length && positions.every((at) => other.positions.includes(at)),
      ),
  )

function havingWord(word: string, at: number, words: readonly string[]): Meaning[] {
  if (FILLERS.has(word) || words.indexOf(word) < at) return []
  const having = tradesHaving(word)
  const weight = Math.log(trades.length / having.size)
  return [...having].map((named) => ({ named, weight, positions: [at] }))
}

/** The words that say so, in the order of the text, and the terms of all. Names have no terms of trades, but prefixes. */
function clauseOf(meanings: readonly Meaning[], words: readonly string[]): Clause {
  const positions = new Set(meanings.flatMap((each) => each.positions))
  const used = words.filter((_, at) => positions.has(at))
  const terms = meanings.flatMap(({ named }) =>
    typeof named === 'string' ? termsOfIndustry(named) : [mainTradeTerm(named.id), tradeTerm(named.id)],
  )
  return { word: used.join(' '), terms: [...new Set([`${used.map(fold).join('')}*`, ...terms])] }
}
