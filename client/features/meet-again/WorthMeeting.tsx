import { useQuery } from '@tanstack/react-query'

import type { EventDetails } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { Person } from '#client/ui/Person.tsx'

import styles from './meet-again.module.css'
import { attendeesWorthMeeting } from './queries.ts'

/** For those going, before the event: up to three others to look out for, with reasons. */
export function WorthMeeting({ event: { id } }: { event: EventDetails }) {
  const { data } = useQuery({ ...attendeesWorthMeeting(id), throwOnError: false })
  const { items = [] } = data ?? {}
  if (items.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>People to meet there</h2>
      <ul className={styles.list}>
        {items.map(({ member, reasons }) => (
          <li key={member.id} className={styles.suggestion}>
            <Person
              name={member.displayName}
              photo={member.photo}
              lines={[member.headline, member.company]}
              to={paths.memberProfile(member.id)}
            />
            <ul className={styles.reasons}>
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
