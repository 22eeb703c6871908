import { Link } from 'react-router-dom'

import type { SeatOffer } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { formatRelative } from '#client/lib/time/relative.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { dayAt, formatMoment } from '#client/lib/time/when.ts'
import { DateBlock } from '#client/ui/DateBlock.tsx'

import styles from './dashboard.module.css'

/** Leads to the event, where the seat is taken or let go. */
export function HeldSeat({ event, until }: SeatOffer) {
  const zone = useViewerZone()
  const words = useClock((now) => untilLabel(until, zone, now))
  return (
    <Link viewTransition to={paths.event(event.id)} className={styles.entry}>
      <DateBlock instant={event.startsAt} timeZone={event.allDay ? event.timeZone : zone} />
      <span className={styles.entryLabel}>
        <span className={styles.entryTitle}>A seat is held for you: {event.title}</span>
        <span className={styles.quiet}>{words}</span>
      </span>
    </Link>
  )
}

function untilLabel(until: string, zone: string, now: number) {
  if (Date.parse(until) <= now) return 'The time to take it is over.'
  const today = dayAt(new Date(now).toISOString(), zone)
  return `Take it by ${formatMoment(until, zone, today)}, ${formatRelative(until, now)}`
}
