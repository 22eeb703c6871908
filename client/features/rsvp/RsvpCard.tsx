import { Link } from 'react-router-dom'

import type { EventDetails } from '#shared/events.ts'
import { pluralise, seatsLabel } from '#client/features/events/labels.ts'
import { rsvpPhase } from '#client/features/events/rsvp-phase.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/patterns.module.css'
import { LinkButton } from '#client/ui/LinkButton.tsx'

import { CheckInCode } from './CheckInCode.tsx'
import { ClosedRsvpForm, RsvpForm } from './RsvpForm.tsx'

const TITLES = {
  draft: 'RSVPs',
  open: 'Are you going?',
  closed: 'RSVPs are closed',
  over: 'This event has ended',
}

export function RsvpCard({ event }: { event: EventDetails }) {
  const phase = useClock((now) => rsvpPhase(event, now))
  if (phase === 'cancelled') return null
  return (
    <Card title={TITLES[phase]}>
      <JoinNow event={event} />
      {phase === 'draft' && <p>Members can RSVP once this event is published.</p>}
      {phase === 'open' && <RsvpForm event={event} />}
      {phase === 'closed' && <ClosedRsvpForm event={event} />}
      {phase === 'over' && <PastRsvp event={event} />}
      {phase !== 'over' && <SeatsLine event={event} />}
      <CheckInCode event={event} />
    </Card>
  )
}

/** Milliseconds before the start. */
const JOIN_WITHIN = 15 * 60 * 1_000

/** Shortly before and during an online event, the link that attendees open the page for. */
function JoinNow({ event: { joinUrl, status, startsAt, endsAt } }: { event: EventDetails }) {
  const isTime = useClock((now) => Date.parse(startsAt) - JOIN_WITHIN <= now && now < Date.parse(endsAt))
  if (!joinUrl || status !== 'published' || !isTime) return null
  return (
    <LinkButton to={joinUrl} rel="noreferrer" target="_blank">
      Join now
    </LinkButton>
  )
}

function PastRsvp({ event: { mine, managed } }: { event: EventDetails }) {
  if (mine?.checkedInAt) return <p>You attended this event.</p>
  if (mine?.state === 'going') return <p>You were going.</p>
  if (!managed) return <p>You weren’t going.</p>
  return (
    <p>
      See who came in the <Link to="?manage=roster">roster</Link>.
    </p>
  )
}

/** How full the event is, and when RSVPs close. */
function SeatsLine({ event: { seats, capacity, rsvpDeadline } }: { event: EventDetails }) {
  const viewerZone = useViewerZone()
  const isEmpty = capacity !== undefined && seats.left === capacity
  const parts = [
    capacity !== undefined && (isEmpty ? pluralise(capacity, 'seat') : `${seats.going} of ${capacity} going`),
    !isEmpty && seatsLabel(seats),
    rsvpDeadline && `RSVP by ${formatMoment(rsvpDeadline, viewerZone)}`,
  ]
  const line = parts.filter(Boolean).join(' · ')
  return line && <p className={patterns.muted}>{line}</p>
}
