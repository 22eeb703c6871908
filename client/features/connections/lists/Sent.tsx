import type { Connection } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { DateOf } from '#client/lib/time/DateOf.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { CirclesMotif } from '#client/ui/motifs.tsx'
import { Person } from '#client/ui/Person.tsx'
import { RequestNote } from '#client/features/connections/relationship/RequestNote.tsx'
import { Withdraw } from '#client/features/connections/relationship/Withdraw.tsx'

import { List } from './List.tsx'
import styles from './lists.module.css'

export const Sent = () => (
  <List
    list="sent"
    label="Your requests"
    Row={Row}
    empty={
      <EmptyState
        picture={<CirclesMotif />}
        title="You are not waiting for anyone"
        action={<LinkButton to={paths.connectionsTab('directory')}>Find people</LinkButton>}
      >
        Requests that you send stand here until they are answered, or for 90 days.
      </EmptyState>
    }
  />
)

const Row = ({ connection: { id, member, relationship } }: { connection: Connection }) => (
  <div className={styles.request}>
    <Person
      name={member.displayName}
      photo={member.photo}
      lines={[member.headline, member.company]}
      to={paths.memberProfile(member.id)}
    />
    <div className={styles.words}>
      <RequestNote>{relationship.note}</RequestNote>
      <p className={styles.when}>
        {relationship.since && (
          <>
            Asked on <DateOf at={relationship.since} />
          </>
        )}
        {relationship.expiresAt && (
          <>
            , ends on <DateOf at={relationship.expiresAt} /> without an answer
          </>
        )}
      </p>
    </div>
    <div className={styles.acts}>
      <Withdraw member={member} connectionId={id} />
    </div>
  </div>
)
