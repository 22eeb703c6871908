import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Announcement } from '#shared/announcements.ts'
import type { EventDetails } from '#shared/events.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Ago } from '#client/lib/time/Time.tsx'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import patterns from '#client/ui/patterns.module.css'
import { Button } from '#client/ui/Button.tsx'
import { HiddenNotice } from '#client/ui/HiddenNotice.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'
import { LinkedText } from '#client/ui/LinkedText.tsx'

import styles from './announcements.module.css'
import { deliveryLabel } from './delivery.ts'
import { announcement, eventAnnouncements } from './queries.ts'

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
          <AnnouncementList event={event} items={items} onReport={managed ? undefined : onReport} />
        </section>
      )}
    </div>
  )
}

interface ListProps {
  event: EventDetails
  items: readonly Announcement[]
  /** How far each has got, as organisers see it. */
  withDelivery?: boolean
  /** Absent for those who manage the event. */
  onReport?: Props['onReport'] | undefined
}

/** Latest first, as the server sends them. */
export function AnnouncementList({ event, items, withDelivery = false, onReport }: ListProps) {
  const viewerZone = useViewerZone()
  return (
    <ol className={styles.list}>
      {items.map(({ id, text, withheld, by, at, delivery, hidden }) => (
        <li key={id} className={styles.message}>
          <HiddenNotice what="This announcement" hidden={hidden} />
          {withheld ? <WithheldText eventId={event.id} id={id} /> : <Text>{text}</Text>}
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

/** The words of an author whom the viewer blocked are shown on request alone. */
function WithheldText({ eventId, id }: { eventId: string; id: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, isFetching } = useQuery({
    ...announcement(eventId, id),
    enabled: isOpen,
    throwOnError: false,
  })
  return (
    <>
      <p>An announcement from someone you blocked.</p>
      {isOpen && data && <Text>{data.text}</Text>}
      {isOpen && error && !data && <Notice tone="warning">{explainProblem(error).message}</Notice>}
      <div>
        <Button
          variant="secondary"
          aria-expanded={isOpen}
          busy={isOpen && isFetching && 'Loading…'}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide announcement' : 'Show announcement'}
        </Button>
      </div>
    </>
  )
}

const Text = ({ children }: { children: string }) => (
  <p className={styles.text}>
    <LinkedText>{children}</LinkedText>
  </p>
)
