import { indexed, writtenWords } from '#shared/lib/words.ts'
import { asOneWord } from '#server/views/words.ts'

import { tradesIn } from './trade-matches.ts'
import { formsOf } from './word-forms.ts'

/** The term of a trade. Begins with a letter of private use, as no word does. */
export const tradeTerm = (id: string) => `\uE100${id.replaceAll('-', '')}`

/** The term of a filter, which is one too. @param folded the value */
export const facetTerm = (facet: string, folded: string) => `\uE101${asOneWord(`${facet} ${folded}`)}`

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

/** The term of a trade that a member names in several texts, which comes before those who mention it once. */
export const mainTradeTerm = (id: string) => `\uE102${id.replaceAll('-', '')}`

export const mainTradesOf = (texts: readonly string[]): string => {
  const named = texts.flatMap((text) => [
    ...new Set(tradesIn(writtenWords(text)).map(({ trade }) => mainTradeTerm(trade.id))),
  ])
  return [...Map.groupBy(named, (term) => term)]
    .filter(([, each]) => each.length > 1)
    .map(([term]) => term)
    .join(' ')
}
