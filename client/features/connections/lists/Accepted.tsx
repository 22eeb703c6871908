import type { Connection } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { DateOf } from '#client/lib/time/DateOf.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { CirclesMotif } from '#client/ui/motifs.tsx'
import { Person } from '#client/ui/Person.tsx'

import { List } from './List.tsx'
import styles from './lists.module.css'

export const Accepted = () => (
  <List
    list="accepted"
    label="Your connections"
    Row={Row}
    empty={
      <EmptyState
        picture={<CirclesMotif />}
        title="No connections yet"
        action={<LinkButton to={paths.connectionsTab('directory')}>Find people</LinkButton>}
      >
        Once you and another member have agreed to connect, you will find them here. Look through the
        directory, and ask someone whose work touches yours.
      </EmptyState>
    }
  />
)

const Row = ({ connection: { id, member, relationship } }: { connection: Connection }) => (
  <div className={styles.known}>
    <Person
      name={member.displayName}
      photo={member.photo}
      lines={[member.headline, member.company]}
      to={paths.connection(id)}
    />
    {relationship.since && (
      <p className={styles.when}>
        Since <DateOf at={relationship.since} />
      </p>
    )}
  </div>
)
