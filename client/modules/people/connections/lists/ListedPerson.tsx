import { Suspense } from 'react'

import type { Connection } from '#shared/people/connections.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { Person } from '#client/ui/people/Person.tsx'

const FoundPerson = lazyPart(() => import('./FoundPerson.tsx'), 'FoundPerson')

export interface RowProps {
  connection: Connection
  /** The search that found the member. */
  query?: string
}

/** The other member. */
export function ListedPerson({ connection, query, to }: RowProps & { to: string | undefined }) {
  const { displayName, photo, headline, company } = connection.member
  const person = <Person name={displayName} photo={photo} lines={[headline, company]} to={to} />
  if (!query) return person
  return (
    <Suspense fallback={person}>
      <FoundPerson connection={connection} query={query} to={to} />
    </Suspense>
  )
}
