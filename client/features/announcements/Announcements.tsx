import { useQuery } from '@tanstack/react-query'

import type { Announcement } from '#shared/announcements.ts'
import type { EventDetails } from '#shared/events.ts'
import { Ago } from '#client/lib/time/Time.tsx'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import patterns from '#client/ui/patterns.module.css'
import { Button } from '#client/ui/Button.tsx'
import { HiddenNotice } from '#client/ui/HiddenNotice.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'
import { LinkedText } from '#client/ui/LinkedText.tsx'

import styles from './announcements.module.css'
import { deliveryLabel } from './delivery.ts'
import { eventAnnouncements } from './queries.ts'

interface Props {
  event: EventDetails
  onReport: (announcementId: string) => void
}

/** On the event's page, for organisers and for members with an RSVP. The server refuses everyone else. */
export function Announcements({ event, onReport }: Props) {
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
          <AnnouncementList items={items} onReport={managed ? undefined : onReport} />
        </section>
      )}
    </div>
  )
}

interface ListProps {
  items: readonly Announcement[]
  /** How far each has got, as organisers see it. */
  withDelivery?: boolean
  /** Absent for those who manage the event. */
  onReport?: Props['onReport'] | undefined
}

/** Latest first, as the server sends them. */
export function AnnouncementList({ items, withDelivery = false, onReport }: ListProps) {
  const viewerZone = useViewerZone()
  return (
    <ol className={styles.list}>
      {items.map(({ id, text, by, at, delivery, hidden }) => (
        <li key={id} className={styles.message}>
          <HiddenNotice what="This announcement" hidden={hidden} />
          <p className={styles.text}>
            <LinkedText>{text}</LinkedText>
          </p>
          <p className={patterns.muted}>
            {by?.displayName ?? 'An organiser'}, <Ago at={at} />
            {' · '}
            {formatMoment(at, viewerZone)}
          </p>
          {withDelivery && delivery && <p className={patterns.muted}>{deliveryLabel(delivery)}</p>}
          {onReport && (
            <Button variant="quiet" onClick={() => onReport(id)}>
              <span>
                Report<VisuallyHidden> this announcement</VisuallyHidden>
              </span>
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}
