import { indexed, writtenWords } from '#shared/lib/words.ts'
import { asOneWord } from '#server/views/words.ts'

import { thesaurus, tradesIn } from './trade-matches.ts'
import { formsOf, STEM_LANGUAGES } from './word-forms.ts'

/** Terms that are not words begin with a letter of private use. */
const [TRADE, FACET, MAIN_TRADE] = ['\uE100', '\uE101', '\uE102']

/** The best field that can have the term. */
export const fieldOfTerm = (term: string) => FIELDS.find(([mark]) => term.startsWith(mark))?.[1] ?? 'name'

const FIELDS = [
  [TRADE, 'trades'],
  [FACET, 'industry'],
  [MAIN_TRADE, 'mainTrades'],
] as const

/** Fields without words. */
export const WORDLESS_FIELDS: ReadonlySet<string> = new Set(FIELDS.map(([, field]) => field))

export const tradeTerm = (id: string) => `${TRADE}${id.replaceAll('-', '')}`

/** The term of a trade that a member mainly does. */
export const mainTradeTerm = (id: string) => `${MAIN_TRADE}${id.replaceAll('-', '')}`

let names: ReturnType<typeof namesByTerm> | undefined

/** The longest stem of each name of a trade. Undefined for other terms. */
export const stemsOfTrade = (term: string) =>
  (names ??= namesByTerm()).get(term)?.map(({ stems }) => stems.reduce(longer))

const longer = (one: string, other: string) => (other.length > one.length ? other : one)

const namesByTerm = () =>
  Map.groupBy(
    STEM_LANGUAGES.flatMap((language) => [...thesaurus().phrases[language].values()].flat()),
    ({ named }) => tradeTerm(named.id),
  )

/** The term of a filter. @param folded the value */
export const facetTerm = (facet: string, folded: string) => `${FACET}${asOneWord(`${facet} ${folded}`)}`

/** Terms by which texts are found: words in all spellings, their stems, and the ends of compounds. */
export const termsOf = (...texts: readonly string[]): string => {
  const forms = texts.flatMap((text) => writtenWords(text).flatMap((word) => formsOf(word).terms))
  return [...new Set([...indexed(...texts).split(' '), ...forms])].join(' ')
}

/** Terms of the trades that texts name. */
export const tradeTermsOf = (...texts: readonly string[]): string =>
  [
    ...new Set(texts.flatMap((text) => tradesIn(writtenWords(text)).map(({ named }) => tradeTerm(named.id)))),
  ].join(' ')

/**
 * Terms of the trades that a member mainly does: three of the texts name it, or one of them if its industry is the
 * member's, and at least half as many as name any other.
 */
export const mainTradesOf = (texts: readonly string[], industry: string | undefined): string => {
  const named = texts.flatMap((text) => [
    ...new Set(tradesIn(writtenWords(text)).map(({ named: trade }) => trade)),
  ])
  const counts = [...Map.groupBy(named, (trade) => trade)]
  const most = Math.max(...counts.map(([, { length }]) => length))
  return counts
    .filter(([trade, { length }]) => length * 2 >= most && (length >= 3 || trade.industry === industry))
    .map(([trade]) => mainTradeTerm(trade.id))
    .join(' ')
}
