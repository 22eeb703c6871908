import * as m from '#shared/people/messages.ts'
import type { Connection } from '#shared/people/connections.ts'
import { paths } from '#shared/lib/paths.ts'
import { Introductions } from '#client/modules/people/introductions/Introductions.tsx'
import { RelationshipMenu } from '#client/modules/people/connections/relationship/RelationshipMenu.tsx'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { CirclesMotif, QuietBellMotif } from '#client/ui/icons/motifs.tsx'
import { Person } from '#client/ui/people/Person.tsx'
import { rich } from '#client/ui/rich.tsx'

import { List } from './List.tsx'
import styles from './lists.module.css'
import { ReceivedRequest, SentRequest } from './RequestRow.tsx'

interface RowProps {
  connection: Connection
}

const DirectoryLink = () => <LinkButton to={paths.connectionsTab('directory')}>{m.findPeople()}</LinkButton>

export const AcceptedList = () => (
  <>
    {/* The connections are useful without them. */}
    <ComponentCrash>
      <Introductions />
    </ComponentCrash>
    <List
      list="accepted"
      Row={ConnectionRow}
      empty={
        <EmptyState picture={<CirclesMotif />} title={m.acceptedNone()} action={<DirectoryLink />}>
          {m.acceptedNoneText()}
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
      <p className={styles.date}>{rich(m.connectedSince({ date: <DateOf at={relationship.since} /> }))}</p>
    )}
  </div>
)

export const ReceivedList = () => (
  <List
    list="received"
    Row={ReceivedRow}
    empty={
      <EmptyState
        picture={<QuietBellMotif />}
        title={m.receivedNone()}
        action={<LinkButton to={paths.ownProfile}>{m.receivedComplete()}</LinkButton>}
      >
        {m.receivedNoneText()}
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
    Row={SentRequest}
    empty={
      <EmptyState picture={<CirclesMotif />} title={m.sentNone()} action={<DirectoryLink />}>
        {m.sentNoneText()}
      </EmptyState>
    }
  />
)
