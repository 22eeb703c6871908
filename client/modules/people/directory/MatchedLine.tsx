import { industryName } from '#shared/community/industries.ts'
import * as m from '#shared/people/messages.ts'
import type { DirectoryLine } from '#shared/people/matches.ts'
import { MarkedText } from '#client/ui/text/MarkedText.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

interface Props {
  line: DirectoryLine
  /** The search whose words are marked. */
  query: string
  marks?: readonly string[] | undefined
}

/** Why a search found a member: the field, and its text. */
export const MatchedLine = ({ line: { field, text }, query, marks }: Props) => (
  <>
    <span className={patterns.small}>{m.cardLine({ field })}</span>{' '}
    <MarkedText query={query} marks={marks}>
      {field === 'industry' ? industryName(text) : text}
    </MarkedText>
  </>
)
