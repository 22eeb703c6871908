import { Fragment } from 'react'

import { fold, hasPrefixes, indexed, prefixesOf } from '#shared/lib/words.ts'

interface Props {
  children: string
  query: string
  /** Folded words that are marked too. */
  marks?: readonly string[] | undefined
}

/** Words as a search splits them. An apostrophe belongs to the word that it is in. */
const WORDS = /((?:[^\p{P}\p{Z}\p{Cc}]|(?<=\p{L})['’](?=\p{L}))+)/u

/**
 * A text that marks the words which begin with a word of the query. Scripts without spaces between words are one
 * part, in which a word can be anywhere.
 */
export function MarkedText({ children, query, marks = [] }: Props) {
  const prefixes = prefixesOf(query)
  return children.split(WORDS).map((part, index) => {
    const isMarked =
      index % 2 === 1 &&
      (marks.includes(fold(part)) || prefixes.some((prefix) => hasPrefixes(indexed(part), [prefix])))
    // oxlint-disable-next-line react/no-array-index-key
    return <Fragment key={index}>{isMarked ? <mark>{part}</mark> : part}</Fragment>
  })
}
