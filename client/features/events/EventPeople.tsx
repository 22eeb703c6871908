import { useInfiniteQuery } from '@tanstack/react-query'

import type { EventDetails } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import patterns from '#client/ui/patterns.module.css'
import { Notice } from '#client/ui/Notice.tsx'
import { Person } from '#client/ui/Person.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

import styles from './details.module.css'
import { pluralise } from './labels.ts'
import { eventAttendees } from './queries.ts'
import { rsvpPhase } from './rsvp-phase.ts'

export const Hosts = ({ hosts }: Pick<EventDetails, 'hosts'>) =>
  hosts.length > 0 && (
    <section className={styles.section}>
      <h2>{hosts.length === 1 ? 'Host' : 'Hosts'}</h2>
      <ul className={styles.people}>
        {hosts.map(({ id, displayName, photo, headline, company }) => (
          <li key={id}>
            <Person
              name={displayName}
              photo={photo}
              lines={[headline, company]}
              to={paths.memberProfile(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )

export function Attendees({ event }: { event: EventDetails }) {
  const { id, seats } = event
  const query = useInfiniteQuery({ ...eventAttendees(id), throwOnError: false })
  const phase = useClock((now) => rsvpPhase(event, now))
  return (
    <section className={styles.section}>
      <h2>
        {phase === 'over' || phase === 'cancelled' ? 'Who was going' : 'Who’s going'}
        {seats.going > 0 && <span className={styles.count}> {seats.going}</span>}
      </h2>
      {query.isPending && <Spinner />}
      {query.isError && !query.data && <Notice tone="warning">We couldn’t load the attendees.</Notice>}
      {query.data?.length === 0 && (
        <p className={patterns.muted}>{phase === 'open' ? 'No one yet. Be the first.' : 'No attendees.'}</p>
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
                guests > 0 ? `with ${pluralise(guests, 'guest')}` : undefined,
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
