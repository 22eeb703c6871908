import { useQuery } from '@tanstack/react-query'

import type { Announcement } from '#shared/announcements.ts'
import type { EventDetails } from '#shared/events.ts'
import { Ago } from '#client/lib/time/Time.tsx'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import patterns from '#client/ui/patterns.module.css'
import { LinkedText } from '#client/ui/LinkedText.tsx'

import styles from './announcements.module.css'
import { deliveryLabel } from './delivery.ts'
import { eventAnnouncements } from './queries.ts'

/** On the event's page, for organisers and for members with an RSVP. The server refuses everyone else. */
export function Announcements({ event }: { event: EventDetails }) {
  const { mine, managed } = event
  const isAttendee = mine !== undefined && mine.state !== 'declined'
  const { data } = useQuery({
    ...eventAnnouncements(event),
    enabled: isAttendee || managed,
    throwOnError: false,
  })
  const items = data?.items ?? []
  return (
    // Only additions: the passing time is not worth announcing.
    <div aria-live="polite" aria-relevant="additions" className={styles.live}>
      {items.length > 0 && (
        <section className={styles.section}>
          <h2>Announcements</h2>
          <AnnouncementList items={items} />
        </section>
      )}
    </div>
  )
}

interface ListProps {
  items: readonly Announcement[]
  /** How far each has got, as organisers see it. */
  withDelivery?: boolean
}

/** Latest first, as the server sends them. */
export function AnnouncementList({ items, withDelivery = false }: ListProps) {
  const viewerZone = useViewerZone()
  return (
    <ol className={styles.list}>
      {items.map(({ id, text, by, at, delivery }) => (
        <li key={id} className={styles.message}>
          <p className={styles.text}>
            <LinkedText>{text}</LinkedText>
          </p>
          <p className={patterns.muted}>
            {by?.displayName ?? 'An organiser'}, <Ago at={at} />
            {' · '}
            {formatMoment(at, viewerZone)}
          </p>
          {withDelivery && delivery && <p className={patterns.muted}>{deliveryLabel(delivery)}</p>}
        </li>
      ))}
    </ol>
  )
}
