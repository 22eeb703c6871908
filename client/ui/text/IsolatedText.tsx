import { Fragment } from 'react'

const LETTER = String.raw`\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}`
const WORD = String.raw`[${LETTER}][${LETTER}\p{M}]*`
/** Words of scripts that are written from right to left. */
const RIGHT_TO_LEFT = new RegExp(String.raw`(${WORD}(?:[ '’-]+${WORD})*)`, 'u')

/**
 * A sentence with names in it. Names that are written from right to left are isolated: otherwise numbers and other
 * names next to one would change places with it.
 */
export const IsolatedText = ({ children }: { children: string }) =>
  children.split(RIGHT_TO_LEFT).map((part, index) => {
    const isName = index % 2 === 1
    // oxlint-disable-next-line react/no-array-index-key
    return <Fragment key={index}>{isName ? <bdi>{part}</bdi> : part}</Fragment>
  })
