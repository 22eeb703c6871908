import * as m from '#shared/people/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import { Introductions } from '#client/modules/people/introductions/Introductions.tsx'
import { RelationshipMenu } from '#client/modules/people/connections/relationship/RelationshipMenu.tsx'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { CirclesMotif, QuietBellMotif } from '#client/ui/icons/motifs.tsx'
import { rich } from '#client/ui/rich.tsx'

import { List } from './List.tsx'
import { ListedPerson, type RowProps } from './ListedPerson.tsx'
import styles from './lists.module.css'
import { ReceivedRequest, SentRequest } from './RequestRow.tsx'

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

const ConnectionRow = ({ connection, query }: RowProps) => (
  <div className={styles.connection}>
    <ListedPerson connection={connection} query={query} to={paths.connection(connection.id)} />
    {connection.relationship.since && (
      <p className={styles.date}>
        {rich(m.connectedSince({ date: <DateOf at={connection.relationship.since} /> }))}
      </p>
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

const ReceivedRow = ({ connection, query }: RowProps) => (
  <ReceivedRequest
    connection={connection}
    query={query}
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
