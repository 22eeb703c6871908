import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { EventDetails } from '#shared/events.ts'
import { counted, seatsLabel } from '#client/features/events/words.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { Card } from '#client/ui/Card.tsx'

import styles from './answering.module.css'
import { Choices } from './Choices.tsx'
import { Closed } from './Closed.tsx'
import { JoinNow } from './JoinNow.tsx'
import { standingOf } from './standing.ts'

const TITLES = {
  draft: 'Answers',
  open: 'Are you coming?',
  closed: 'Answers are closed',
  over: 'This event is over',
}

/** Whether one is coming, and what has become of that. */
export function AnswerCard({ event, children }: { event: EventDetails; children: ReactNode }) {
  const standing = useClock((now) => standingOf(event, now))
  if (standing === 'cancelled') return null
  return (
    <Card title={TITLES[standing]}>
      <JoinNow event={event} />
      {standing === 'draft' && <p>Once it is published, members say here whether they come.</p>}
      {standing === 'open' && <Choices event={event} />}
      {standing === 'closed' && <Closed event={event} />}
      {standing === 'over' && <Past event={event} />}
      {standing !== 'over' && <SeatsLine event={event} />}
      {children}
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
