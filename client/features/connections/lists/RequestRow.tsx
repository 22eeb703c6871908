import type { ReactNode } from 'react'

import type { Connection } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import {
  RequestNote,
  RespondButtons,
  WithdrawButton,
} from '#client/features/connections/relationship/RequestActions.tsx'
import { DateOf } from '#client/lib/time/Time.tsx'
import { HiddenNotice } from '#client/ui/HiddenNotice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Person } from '#client/ui/Person.tsx'

import styles from './lists.module.css'

interface Props {
  connection: Connection
  menu?: ReactNode
}

export const ReceivedRequest = ({ connection, menu }: Props) => (
  <RequestRow
    connection={connection}
    date={
      connection.relationship.since && (
        <>
          Received <DateOf at={connection.relationship.since} />
        </>
      )
    }
    actions={
      <>
        <RespondButtons member={connection.member} connectionId={connection.id} />
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
        since && (
          <>
            Sent <DateOf at={since} />
            {expiresAt && (
              <>
                {' · expires '}
                <DateOf at={expiresAt} />
              </>
            )}
          </>
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
      <HiddenNotice what="Your note" hidden={relationship.noteHidden} />
      {date && <p className={styles.date}>{date}</p>}
    </div>
    <div className={patterns.actions}>{actions}</div>
  </div>
)
