import { Link } from 'react-router-dom'

import type { ConnectionDetails } from '#shared/connections.ts'
import type { EventSummary } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Person } from '#client/ui/Person.tsx'

import styles from './details.module.css'

export function EventsInCommon({ events }: { events: readonly EventSummary[] }) {
  const zone = useViewerZone()
  return (
    <Card title="Events in common">
      {events.length === 0 ? (
        <p className={patterns.muted}>
          Events you both attend appear here. <Link to={paths.events}>Browse events</Link>
        </p>
      ) : (
        <ul className={patterns.ruled}>
          {events.map((event) => (
            <li key={event.id}>
              <Link viewTransition to={paths.event(event.id)} className={styles.title}>
                {event.title}
              </Link>
              <p className={patterns.muted}>
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

export const MutualConnections = ({ items, total }: ConnectionDetails['mutual']) => (
  <Card title="Mutual connections">
    {items.length === 0 ? (
      <p className={patterns.muted}>No mutual connections yet.</p>
    ) : (
      <>
        <ul className={styles.people}>
          {items.map(({ id, displayName, photo, headline, company }) => (
            <li key={id}>
              <Person
                name={displayName}
                photo={photo}
                lines={[headline ?? company]}
                to={paths.memberProfile(id)}
              />
            </li>
          ))}
        </ul>
        {total > items.length && <p className={patterns.muted}>And {total - items.length} more</p>}
      </>
    )}
  </Card>
)
