import type { ReactNode } from 'react'

import * as m from '#shared/people/messages.ts'
import type { Connection } from '#shared/people/connections.ts'
import { paths } from '#shared/lib/paths.ts'
import {
  RequestNote,
  RespondButtons,
  WithdrawButton,
} from '#client/modules/people/connections/relationship/RequestActions.tsx'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { HiddenNotice } from '#client/ui/HiddenNotice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Person } from '#client/ui/people/Person.tsx'
import { rich } from '#client/ui/rich.tsx'

import styles from './lists.module.css'

interface Props {
  connection: Connection
  menu?: ReactNode
}

export const ReceivedRequest = ({ connection, menu }: Props) => (
  <RequestRow
    connection={connection}
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

export const SentRequest = ({ connection }: Props) => {
  const { since, expiresAt } = connection.relationship
  return (
    <RequestRow
      connection={connection}
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

interface RequestRowProps {
  connection: Connection
  date: ReactNode
  actions: ReactNode
}

const RequestRow = ({ connection: { member, relationship }, date, actions }: RequestRowProps) => (
  <div className={styles.request}>
    <Person
      name={member.displayName}
      photo={member.photo}
      lines={[member.headline, member.company]}
      to={member.former ? undefined : paths.memberProfile(member.id)}
    />
    <div className={styles.details}>
      <RequestNote>{relationship.note}</RequestNote>
      <HiddenNotice title={m.hiddenNote()} hidden={relationship.noteHidden} />
      {date && <p className={styles.date}>{date}</p>}
    </div>
    <div className={patterns.actions}>{actions}</div>
  </div>
)
