import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import type { PublicEvent } from '#shared/public-events.ts'
import page from '#client/ui/public-page.module.css'

import styles from './UpcomingEvents.module.css'

export type ListedEvent = Pick<
  PublicEvent,
  'id' | 'title' | 'summary' | 'startsAt' | 'when' | 'place' | 'seats'
>

/** Public events. The server fills in the entries of the prerendered page, so empty texts keep their elements. */
export const UpcomingEvents = ({ events }: { events: readonly ListedEvent[] }) => (
  <section className={`${page.band} ${styles.events}`} data-public-events>
    <h2 className={page.heading}>Upcoming events</h2>
    <ol className={styles.list}>
      {events.map(({ id, title, summary, startsAt, when, place, seats }) => (
        <li key={id} className={styles.item}>
          <time dateTime={startsAt} className={styles.when}>
            {when}
          </time>
          <div className={styles.about}>
            <h3 className={styles.title}>
              <Link to={paths.event(id)}>{title}</Link>
            </h3>
            <p className={styles.summary}>{summary}</p>
          </div>
          <p className={styles.facts}>
            <span>{place}</span>
            <span>{seats}</span>
          </p>
        </li>
      ))}
    </ol>
  </section>
)
