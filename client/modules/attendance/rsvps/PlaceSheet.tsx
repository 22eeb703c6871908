import { type ReactNode, Suspense } from 'react'

import * as m from '#shared/events/messages.ts'
import { OFFER_WITHIN } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { CalendarAndShare } from '#client/modules/events/events/CalendarAndShare.tsx'
import { goingLabel } from '#client/modules/events/events/labels.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { formatStart } from '#client/lib/time/when.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { AvatarPile } from '#client/ui/people/AvatarPile.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { dotted } from '#client/ui/text/dotted.ts'

import { CheckInCode } from './CheckInCode.tsx'
import styles from './rsvp.module.css'

interface Props {
  event: EventDetails
  onClose: () => void
  /** Members to meet there. */
  children: ReactNode
}

/** Shown once a member has a seat, or a place on the waitlist: what it is, and what to do next. */
export function PlaceSheet({ event, onClose, children }: Props) {
  const { mine, title, venue, faces, connectionsGoing, seats } = event
  const viewerZone = useViewerZone()
  return (
    <Dialog
      sheet
      open
      onClose={onClose}
      title={m.rsvpPlace({ state: mine?.state ?? 'going' })}
      actions={<Button onClick={onClose}>{m.done()}</Button>}
    >
      <div className={styles.placed}>
        {mine?.state === 'waitlisted' ? <Waiting event={event} /> : <Seated event={event} />}
        <p className={patterns.muted}>{dotted([title, formatStart(event, viewerZone), venue?.name])}</p>
      </div>
      <CalendarAndShare event={event} />
      <CheckInCode event={event} />
      {faces.length > 0 && (
        <p className={patterns.actions}>
          <AvatarPile people={faces} />
          {connectionsGoing > 0
            ? goingLabel(faces, connectionsGoing)
            : m.rsvpGoingCount({ count: seats.going })}
        </p>
      )}
      <Suspense>{children}</Suspense>
    </Dialog>
  )
}

const Seated = ({ event: { mine, capacity } }: { event: EventDetails }) => (
  <>
    <svg viewBox="0 0 64 56" className={styles.seat} aria-hidden="true">
      <path d="M4 54h56M12 54V28a20 20 0 0 1 40 0v26M24 54v-7a8 8 0 0 1 16 0v7" />
      <circle cx="32" cy="28" r="6" />
    </svg>
    <p>
      {(capacity === undefined ? m.rsvpPlaceExpected : m.rsvpPlaceReserved)({ guests: mine?.guests ?? 0 })}
    </p>
  </>
)

function Waiting({ event: { mine, startsAt } }: { event: EventDetails }) {
  const isSoon = useClock((now) => Date.parse(startsAt) - now <= OFFER_WITHIN)
  return (
    <>
      <p className={styles.position}>{mine?.position && m.rsvpPlaceNumber({ position: mine.position })}</p>
      <p>{isSoon ? m.rsvpStatusOffer() : m.rsvpStatusAutomatic()}</p>
    </>
  )
}
