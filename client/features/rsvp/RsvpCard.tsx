import { Link } from 'react-router-dom'

import type { EventDetails } from '#shared/events.ts'
import { counted, seatsLabel } from '#client/features/events/labels.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { Card } from '#client/ui/Card.tsx'

import styles from './rsvp.module.css'
import { CheckInCode } from './CheckInCode.tsx'
import { RsvpForm } from './RsvpForm.tsx'
import { ClosedRsvp } from './ClosedRsvp.tsx'
import { JoinNow } from './JoinNow.tsx'
import { rsvpPhase } from '#client/features/events/rsvp-phase.ts'

const TITLES = {
  draft: 'Answers',
  open: 'Are you coming?',
  closed: 'Answers are closed',
  over: 'This event is over',
}

/** Whether one is coming, and what has become of that. */
export function RsvpCard({ event }: { event: EventDetails }) {
  const standing = useClock((now) => rsvpPhase(event, now))
  if (standing === 'cancelled') return null
  return (
    <Card title={TITLES[standing]}>
      <JoinNow event={event} />
      {standing === 'draft' && <p>Once it is published, members say here whether they come.</p>}
      {standing === 'open' && <RsvpForm event={event} />}
      {standing === 'closed' && <ClosedRsvp event={event} />}
      {standing === 'over' && <Past event={event} />}
      {standing !== 'over' && <SeatsLine event={event} />}
      <CheckInCode event={event} />
    </Card>
  )
}

function Past({ event: { mine, managed } }: { event: EventDetails }) {
  if (mine?.checkedInAt) return <p>You were there.</p>
  if (mine?.state === 'going') return <p>You said that you were going.</p>
  if (!managed) return <p>You did not take part.</p>
  return (
    <p>
      Who came stands in the <Link to="?manage=roster">roster</Link>.
    </p>
  )
}

/** How full it is, and until when one can answer. */
function SeatsLine({ event: { seats, capacity, rsvpDeadline } }: { event: EventDetails }) {
  const viewerZone = useViewerZone()
  const isUntouched = capacity !== undefined && seats.left === capacity
  const words = [
    capacity !== undefined && `${counted(capacity, 'seat')} in all`,
    !isUntouched && seatsLabel(seats),
    rsvpDeadline && `answers until ${formatMoment(rsvpDeadline, viewerZone)}`,
  ]
  const said = words.filter(Boolean).join(' · ')
  return said && <p className={styles.quiet}>{said}</p>
}
