import { useQuery } from '@tanstack/react-query'

import * as m from '#shared/meetings/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { ConnectButton } from '#client/modules/people/connections/relationship/ConnectButton.tsx'
import { MemberLine } from '#client/modules/people/members/MemberLine.tsx'

import styles from './meet-again.module.css'
import { attendeesWorthMeeting } from './queries.ts'

/** Suggests up to three others to look out for, with reasons, to members who are going, before the event. */
export function WorthMeeting({ event: { id } }: { event: EventDetails }) {
  const { data } = useQuery({ ...attendeesWorthMeeting(id), throwOnError: false })
  const { items = [] } = data ?? {}
  if (items.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{m.worthTitle()}</h2>
      <ul className={styles.list}>
        {items.map(({ member, reasons }) => (
          <li key={member.id} className={styles.suggestion}>
            <MemberLine member={member} />
            <ul className={styles.reasons}>
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
            <div className={styles.connect}>
              <ConnectButton member={member} variant="secondary" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
