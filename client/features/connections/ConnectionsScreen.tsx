import { useSuspenseInfiniteQuery } from '@tanstack/react-query'

import { paths } from '#shared/paths.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { CirclesMotif } from '#client/ui/motifs.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { Person } from '#client/ui/Person.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'

import styles from './connections.module.css'
import { acceptedConnections } from './queries.ts'

export function Component() {
  const list = useSuspenseInfiniteQuery(acceptedConnections)
  return (
    <>
      <ScreenTitle>Connections</ScreenTitle>
      <PageHeader title="Connections" lead="People you know here, and who know you." />
      {list.data.length === 0 ? (
        <EmptyState
          picture={<CirclesMotif />}
          title="No connections yet"
          action={<LinkButton to={paths.ownProfile}>Complete your profile</LinkButton>}
        >
          Once you and another member have agreed to connect, you will find them here. A profile that says
          what you ask for and offer is what makes people want to.
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {list.data.map(({ id, member }) => (
            <li key={id}>
              <Person
                name={member.displayName}
                lines={[member.headline, member.company]}
                to={paths.connection(id)}
              />
            </li>
          ))}
        </ul>
      )}
      <ShowMore {...list} />
    </>
  )
}
