import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/conversation/messages.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import type { Announcement } from '#shared/conversation/organiser-messages/schema.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { Ago } from '#client/modules/people/members/Time.tsx'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import patterns from '#client/ui/styles/patterns.module.css'
import { Button } from '#client/ui/Button.tsx'
import { HiddenNotice } from '#client/ui/HiddenNotice.tsx'
import { MoreIcon } from '#client/ui/icons/member-icons.tsx'
import { Menu } from '#client/ui/overlays/Menu.tsx'
import { LinkedText } from '#client/ui/text/LinkedText.tsx'
import { Problem } from '#client/ui/crash/Problem.tsx'

import styles from './announcements.module.css'
import { deliveryLabel } from './delivery.ts'
import { announcement, eventAnnouncements } from './queries.ts'

interface Props {
  event: EventDetails
  onReport: (announcementId: string) => void
}

/** Shown on the event's page to organisers and to members with an RSVP. The server refuses everyone else. */
export function Announcements({ event, onReport }: Props) {
  const { mine } = event
  const managed = canOnEvent(event, 'edit')
  const isAttendee = mine !== undefined && mine.state !== 'declined'
  const { data } = useQuery({
    ...eventAnnouncements(event),
    enabled: isAttendee || managed,
    throwOnError: false,
  })
  const items = data?.items ?? []
  return (
    // Announces only additions, not the passing time.
    <div aria-live="polite" aria-relevant="additions" className={styles.live}>
      {items.length > 0 && (
        <section className={styles.section}>
          <h2>{m.announcementTitle()}</h2>
          <AnnouncementList event={event} items={items} onReport={managed ? undefined : onReport} />
        </section>
      )}
    </div>
  )
}

interface ListProps {
  event: EventDetails
  items: readonly Announcement[]
  /** Shows the delivery progress of each to organisers. */
  withDelivery?: boolean
  /** Undefined for people who manage the event. */
  onReport?: Props['onReport'] | undefined
}

/** Latest first, as the server sends them. */
export function AnnouncementList({ event, items, withDelivery = false, onReport }: ListProps) {
  const viewerZone = useViewerZone()
  return (
    <ol className={styles.list}>
      {items.map(({ id, text, withheld, by, at, delivery, hidden }) => (
        <li key={id} className={styles.message}>
          <HiddenNotice title={m.announcementHidden()} hidden={hidden} />
          {withheld ? <WithheldText eventId={event.id} id={id} /> : <Text>{text}</Text>}
          <div className={styles.by}>
            <p className={patterns.muted}>
              {by?.displayName ?? m.anOrganiser()}, <Ago at={at} />
              {'\u00A0· '}
              {formatMoment(at, viewerZone)}
            </p>
            {onReport && (
              <Menu
                label={m.announcementMenu()}
                trigger={<MoreIcon />}
                items={[{ label: m.eventReport(), onSelect: () => onReport(id) }]}
              />
            )}
          </div>
          {withDelivery && delivery && <p className={patterns.muted}>{deliveryLabel(delivery)}</p>}
        </li>
      ))}
    </ol>
  )
}

/** The text of an author whom the viewer blocked is shown only on request. */
function WithheldText({ eventId, id }: { eventId: string; id: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, isFetching } = useQuery({
    ...announcement(eventId, id),
    enabled: isOpen,
    throwOnError: false,
  })
  return (
    <>
      <p>{m.announcementWithheld()}</p>
      {isOpen && data && <Text>{data.text}</Text>}
      {isOpen && !data && <Problem error={error} tone="warning" />}
      <div>
        <Button
          variant="secondary"
          aria-expanded={isOpen}
          busy={isOpen && isFetching && words.loading()}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? m.announcementHide() : m.announcementShow()}
        </Button>
      </div>
    </>
  )
}

const Text = ({ children }: { children: string }) => (
  <p className={patterns.asTyped}>
    <LinkedText>{children}</LinkedText>
  </p>
)
