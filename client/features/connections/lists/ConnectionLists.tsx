import type { Connection } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { MemberIntroductions } from '#client/features/connections/member-introductions/MemberIntroductions.tsx'
import { RelationshipMenu } from '#client/features/connections/relationship/RelationshipMenu.tsx'
import { DateOf } from '#client/lib/time/Time.tsx'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { CirclesMotif, QuietBellMotif } from '#client/ui/motifs.tsx'
import { Person } from '#client/ui/Person.tsx'

import { List } from './List.tsx'
import styles from './lists.module.css'
import { ReceivedRequest, SentRequest } from './RequestRow.tsx'

interface RowProps {
  connection: Connection
}

const directoryLink = <LinkButton to={paths.connectionsTab('directory')}>Browse directory</LinkButton>

export const AcceptedList = () => (
  <>
    {/* Without them the connections are still worth showing. */}
    <ComponentCrash>
      <MemberIntroductions />
    </ComponentCrash>
    <List
      list="accepted"
      label="Your connections"
      Row={ConnectionRow}
      empty={
        <EmptyState picture={<CirclesMotif />} title="No connections yet" action={directoryLink}>
          People you connect with appear here. Find someone in the directory and send a request.
        </EmptyState>
      }
    />
  </>
)

const ConnectionRow = ({ connection: { id, member, relationship } }: RowProps) => (
  <div className={styles.connection}>
    <Person
      name={member.displayName}
      photo={member.photo}
      lines={[member.headline, member.company]}
      to={paths.connection(id)}
    />
    {relationship.since && (
      <p className={styles.date}>
        Connected since <DateOf at={relationship.since} />
      </p>
    )}
  </div>
)

export const ReceivedList = () => (
  <List
    list="received"
    label="Received requests"
    Row={ReceivedRow}
    empty={
      <EmptyState
        picture={<QuietBellMotif />}
        title="No requests right now"
        action={<LinkButton to={paths.ownProfile}>Complete your profile</LinkButton>}
      >
        Requests from other members appear here. A profile with asks and offers helps people find you.
      </EmptyState>
    }
  />
)

const ReceivedRow = ({ connection }: RowProps) => (
  <ReceivedRequest
    connection={connection}
    menu={<RelationshipMenu member={connection.member} relationship={connection.relationship} />}
  />
)

export const SentList = () => (
  <List
    list="sent"
    label="Sent requests"
    Row={SentRequest}
    empty={
      <EmptyState picture={<CirclesMotif />} title="No pending requests" action={directoryLink}>
        Requests you send appear here until they’re accepted, or expire after 90 days.
      </EmptyState>
    }
  />
)
