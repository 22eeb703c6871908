import { Link } from 'react-router-dom'

import type { EventSummary } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { Card } from '#client/ui/Card.tsx'

import styles from './details.module.css'

export function EventsTogether({ events }: { events: readonly EventSummary[] }) {
  const zone = useViewerZone()
  return (
    <Card title="Events in common">
      {events.length === 0 ? (
        <p className={styles.quiet}>
          You have not been to an event together yet. <Link to={paths.events}>See what is planned</Link>
        </p>
      ) : (
        <ul className={styles.list}>
          {events.map((event) => (
            <li key={event.id}>
              <Link viewTransition to={paths.event(event.id)} className={styles.title}>
                {event.title}
              </Link>
              <p className={styles.quiet}>
                <time dateTime={event.startsAt}>{formatWhen(event, zone)[0].days}</time>
                {event.status === 'cancelled' && ' · Cancelled'}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
