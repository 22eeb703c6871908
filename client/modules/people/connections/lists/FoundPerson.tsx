import type { Connection } from '#shared/people/connections.ts'
import * as m from '#shared/people/messages.ts'
import { MatchedLine } from '#client/modules/people/directory/MatchedLine.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Person } from '#client/ui/people/Person.tsx'
import { rich, strong } from '#client/ui/rich.tsx'
import { MarkedText } from '#client/ui/text/MarkedText.tsx'
import { dotted } from '#client/ui/text/dotted.ts'

import styles from './lists.module.css'

interface Props {
  connection: Connection
  query: string
  to: string | undefined
}

/** The other member, and why the search found them. */
export function FoundPerson({ connection: { member, city, line, marks }, query, to }: Props) {
  const marked = (text: string) => (
    <MarkedText query={query} marks={marks}>
      {text}
    </MarkedText>
  )
  return (
    <Person
      name={member.displayName}
      photo={member.photo}
      lines={[member.headline, dotted([member.company, city])]}
      mark={marked}
      to={to}
    >
      {line && <MatchedLine line={line} query={query} marks={marks} />}
    </Person>
  )
}

interface NoteProps {
  q: string
  /** The text that was searched for instead. */
  instead: string | undefined
  isEmpty: boolean
  onClear: () => void
}

/** A line about the search of a list, above what it found. */
export function SearchNote({ q, instead, isEmpty, onClear }: NoteProps) {
  if (instead) return <output>{rich(m.directoryInstead({ instead, b: strong }))}</output>
  if (!isEmpty) return null
  return (
    <div className={styles.noMatches}>
      <p>{m.listNoMatches({ text: q })}</p>
      <Button variant="secondary" onClick={onClear}>
        {m.listClear()}
      </Button>
    </div>
  )
}
