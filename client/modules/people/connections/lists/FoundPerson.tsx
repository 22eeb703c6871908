import type { Connection } from '#shared/people/connections.ts'
import { MatchedLine } from '#client/modules/people/directory/MatchedLine.tsx'
import { Person } from '#client/ui/people/Person.tsx'
import { MarkedText } from '#client/ui/text/MarkedText.tsx'

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
      lines={[member.headline, [member.company, city].filter(Boolean).join(' · ')]}
      mark={marked}
      to={to}
    >
      {line && <MatchedLine line={line} query={query} marks={marks} />}
    </Person>
  )
}
