import { Link } from 'react-router-dom'

import type { Content } from '#shared/lib/language/format.ts'
import * as m from '#shared/people/messages.ts'
import type { ConnectionDetails } from '#shared/meetings/connection.ts'
import type { EventSummary } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { Card } from '#client/ui/Card.tsx'
import { LinkRow } from '#client/ui/lists/LinkRow.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Person } from '#client/ui/people/Person.tsx'
import { rich } from '#client/ui/rich.tsx'

import styles from './connection.module.css'

export function EventsInCommon({ events }: { events: readonly EventSummary[] }) {
  const zone = useViewerZone()
  return (
    <Card title={m.eventsInCommon()}>
      {events.length === 0 ? (
        <p className={patterns.muted}>{rich(m.eventsInCommonNone({ link: eventsLink }))}</p>
      ) : (
        <ul className={patterns.ruled}>
          {events.map((event) => (
            <li key={event.id}>
              <LinkRow to={paths.event(event.id)} title={event.title}>
                <time dateTime={event.startsAt}>{formatWhen(event, zone)[0].days}</time>
                {event.status === 'cancelled' && `\u00A0· ${m.eventCancelled()}`}
              </LinkRow>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const eventsLink = (content: Content) => <Link to={paths.events}>{rich(content)}</Link>

export const MutualConnections = ({ items, total }: ConnectionDetails['mutual']) => (
  <Card title={m.mutual()}>
    {items.length === 0 ? (
      <p className={patterns.muted}>{m.mutualNone()}</p>
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
        {total > items.length && (
          <p className={patterns.muted}>{m.mutualMore({ count: total - items.length })}</p>
        )}
      </>
    )}
  </Card>
)
