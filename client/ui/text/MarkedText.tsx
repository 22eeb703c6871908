import { Fragment } from 'react'

import { spellOut } from '#shared/lib/spell-out.ts'
import { wordsOf } from '#client/ui/form/matches.ts'

interface Props {
  children: string
  query: string
}

const WORDS = /([\p{L}\p{M}\p{N}]+)/u

/** A text that marks the words which begin with a word of the query. */
export function MarkedText({ children, query }: Props) {
  const starts = wordsOf(query).map(spellOut)
  return children.split(WORDS).map((part, index) => {
    const isMarked = index % 2 === 1 && starts.some((start) => isIn(part, start))
    // oxlint-disable-next-line react/no-array-index-key
    return <Fragment key={index}>{isMarked ? <mark>{part}</mark> : part}</Fragment>
  })
}

/** Scripts without spaces between words are one part, in which a word can be anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function isIn(part: string, start: string) {
  const folded = spellOut(wordsOf(part).join(''))
  return UNSPACED.test(part) ? folded.includes(start) : folded.startsWith(start)
}
