import type { ReactNode } from 'react'

import type { Connection } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { DateOf } from '#client/lib/time/DateOf.tsx'
import { Person } from '#client/ui/Person.tsx'
import { Answer } from '#client/features/connections/relationship/Answer.tsx'
import { RequestNote } from '#client/features/connections/relationship/RequestNote.tsx'

import styles from './lists.module.css'

interface Props {
  connection: Connection
  menu?: ReactNode
}

/** Someone who asked, what they wrote, and the answer to give. */
export const ReceivedRequest = ({ connection: { id, member, relationship }, menu }: Props) => (
  <div className={styles.request}>
    <Person
      name={member.displayName}
      photo={member.photo}
      lines={[member.headline, member.company]}
      to={paths.memberProfile(member.id)}
    />
    <div className={styles.words}>
      <RequestNote>{relationship.note}</RequestNote>
      {relationship.since && (
        <p className={styles.when}>
          Asked on <DateOf at={relationship.since} />
        </p>
      )}
    </div>
    <div className={styles.acts}>
      <Answer member={member} connectionId={id} />
      {menu}
    </div>
  </div>
)
