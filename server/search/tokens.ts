import { searchTokens } from '#server/views/words.ts'

import { finishHash, hashWith } from './vocabulary.ts'

const SPACE = 32

/** Calls with where each word of a text of `searchableWords` begins, where it is over, and its hash for a `Vocabulary`. */
export function eachWord(text: string, visit: (from: number, to: number, hash: number) => void) {
  let from = 0
  let hash = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : SPACE
    if (code !== SPACE) hash = hashWith(hash, code)
    else {
      if (at > from) visit(from, at, finishHash(hash))
      from = at + 1
      hash = 0
    }
  }
}

/** What a text is found by, folded, for `eachWord`. */
export const searchableWords = (text: string) => searchTokens(text).join(' ')
