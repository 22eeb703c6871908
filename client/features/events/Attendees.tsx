import { useInfiniteQuery } from '@tanstack/react-query'

import type { EventDetails } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { rsvpPhase } from './rsvp-phase.ts'
import { eventAttendees } from '#client/features/events/queries.ts'
import { counted } from './labels.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { Notice } from '#client/ui/Notice.tsx'
import { Person } from '#client/ui/Person.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

import styles from './details.module.css'

export function Attendees({ event }: { event: EventDetails }) {
  const { id, seats } = event
  const query = useInfiniteQuery({ ...eventAttendees(id), throwOnError: false })
  const standing = useClock((now) => rsvpPhase(event, now))
  return (
    <section className={styles.section}>
      <h2>
        {standing === 'over' || standing === 'cancelled' ? 'Who was going' : 'Who is going'}
        {seats.going > 0 && <span className={styles.count}> {seats.going}</span>}
      </h2>
      {query.isPending && <Spinner />}
      {query.isError && !query.data && (
        <Notice tone="warning">Who is going could not be loaded. The rest of this page is complete.</Notice>
      )}
      {query.data?.length === 0 && (
        <p className={styles.quiet}>
          {standing === 'open' ? 'Nobody yet. Someone has to be the first.' : 'Nobody.'}
        </p>
      )}
      <ul className={styles.people}>
        {query.data?.map(({ member, guests }) => (
          <li key={member.id}>
            <Person
              name={member.displayName}
              photo={member.photo}
              lines={[
                member.headline,
                member.company,
                guests > 0 ? `with ${counted(guests, 'guest')}` : undefined,
              ]}
              to={paths.memberProfile(member.id)}
            />
          </li>
        ))}
      </ul>
      <ShowMore {...query} />
    </section>
  )
}
