import { fold } from '#shared/lib/words.ts'

import json from './fillers.json' with { type: 'json' }

/** With and without accents, except single letters: "ä" is not "a". */
const spellingsOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word) => (word.length > 1 ? [word, fold(word)] : [word])))

/** Articles and the like, without which phrases are compared: "do the books" is "do my books". */
export const ARTICLES = spellingsOf(json.articles)

/** Words of a query that say that something is needed, not what. */
export const FILLERS = spellingsOf([...json.articles, ...json.others])

/** Fillers that are not the last word of a query: "grammar and" is still being typed. */
export const CONJUNCTIONS = spellingsOf(json.conjunctions)
