import { indexed, writtenWords } from '#shared/lib/words.ts'
import { asOneWord } from '#server/views/words.ts'

import { tradesIn } from './trade-matches.ts'
import { formsOf } from './word-forms.ts'

/** Terms that are not words begin with a letter of private use. */
const [TRADE, FACET, MAIN_TRADE] = ['\uE100', '\uE101', '\uE102']
export const isTradeTerm = (term: string) => term.startsWith(TRADE)
export const isFacetTerm = (term: string) => term.startsWith(FACET)
export const isMainTradeTerm = (term: string) => term.startsWith(MAIN_TRADE)

export const tradeTerm = (id: string) => `${TRADE}${id.replaceAll('-', '')}`

/** The term of a trade that a member names in several texts, which comes before those who mention it once. */
export const mainTradeTerm = (id: string) => `${MAIN_TRADE}${id.replaceAll('-', '')}`

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
    ...new Set(texts.flatMap((text) => tradesIn(writtenWords(text)).map(({ trade }) => tradeTerm(trade.id)))),
  ].join(' ')

export const mainTradesOf = (texts: readonly string[]): string => {
  const named = texts.flatMap((text) => [
    ...new Set(tradesIn(writtenWords(text)).map(({ trade }) => mainTradeTerm(trade.id))),
  ])
  return [...Map.groupBy(named, (term) => term)]
    .filter(([, each]) => each.length > 1)
    .map(([term]) => term)
    .join(' ')
}
