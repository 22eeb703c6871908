import type { ReactNode } from 'react'

import * as m from '#shared/people/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import {
  RequestNote,
  RespondButtons,
  WithdrawButton,
} from '#client/modules/people/connections/relationship/RequestActions.tsx'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { HiddenNotice } from '#client/ui/HiddenNotice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich } from '#client/ui/rich.tsx'

import { ListedPerson, type RowProps } from './ListedPerson.tsx'
import styles from './lists.module.css'

interface Props extends RowProps {
  menu?: ReactNode
}

export const ReceivedRequest = ({ connection, query, menu }: Props) => (
  <RequestRow
    connection={connection}
    query={query}
    date={
      connection.relationship.since &&
      rich(m.received({ date: <DateOf at={connection.relationship.since} /> }))
    }
    actions={
      <>
        <RespondButtons member={connection.member} connectionId={connection.id} variant="secondary" />
        {menu}
      </>
    }
  />
)

export const SentRequest = ({ connection, query }: RowProps) => {
  const { since, expiresAt } = connection.relationship
  return (
    <RequestRow
      connection={connection}
      query={query}
      date={
        since &&
        rich(
          expiresAt
            ? m.sentUntil({ date: <DateOf at={since} />, expiry: <DateOf at={expiresAt} /> })
            : m.sent({ date: <DateOf at={since} /> }),
        )
      }
      actions={<WithdrawButton member={connection.member} connectionId={connection.id} />}
    />
  )
}

interface RequestRowProps extends RowProps {
  date: ReactNode
  actions: ReactNode
}

const RequestRow = ({ connection, query, date, actions }: RequestRowProps) => (
  <div className={styles.request}>
    <ListedPerson
      connection={connection}
      query={query}
      to={connection.member.former ? undefined : paths.memberProfile(connection.member.id)}
    />
    <div className={styles.details}>
      <RequestNote>{connection.relationship.note}</RequestNote>
      <HiddenNotice title={m.hiddenNote()} hidden={connection.relationship.noteHidden} />
      {date && <p className={styles.date}>{date}</p>}
    </div>
    <div className={patterns.actions}>{actions}</div>
  </div>
)
