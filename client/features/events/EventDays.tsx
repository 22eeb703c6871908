import { Link } from 'react-router-dom'

import { placeLabel } from '#shared/event-labels.ts'
import type { EventList } from '#shared/event-rules.ts'
import type { EventListItem } from '#shared/events.ts'
import { imageUrl } from '#shared/image-rules.ts'
import { paths } from '#shared/paths.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { dayAt, formatWhen, type ZonedText } from '#client/lib/time/when.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import { dayLabel, daysOf, firstPastDay } from './days.ts'
import { rsvpLabel, seatsLabel } from './labels.ts'
import styles from './list.module.css'

interface Props {
  events: readonly EventListItem[]
  list: EventList
}

export function EventDays({ events, list }: Props) {
  const viewerZone = useViewerZone()
  const days = daysOf(events, viewerZone)
  // "My events" has upcoming events first, then past ones backwards.
  const firstPast = useClock((now) => (list === 'mine' ? firstPastDay(days, now) : -1))
  return (
    <ol className={styles.days}>
      {days.map((day, index) => (
        <li key={day.date} className={styles.day}>
          {index === firstPast && <p className={styles.past}>Past events, latest first</p>}
          <DayHeading date={day.date} viewerZone={viewerZone} />
          <ol className={styles.rows}>
            {day.events.map((event) => (
              <li key={event.id}>
                <EventRow event={event} viewerZone={viewerZone} />
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}

function DayHeading({ date, viewerZone }: { date: string; viewerZone: string }) {
  // Changes at midnight only.
  const today = useClock((now) => dayAt(new Date(now).toISOString(), viewerZone))
  const { weekday, day } = dayLabel(date, today)
  return (
    <h2 className={styles.heading}>
      <span className={styles.weekday}>{weekday}</span> <span>{day}</span>
    </h2>
  )
}

interface RowProps {
  event: EventListItem
  viewerZone: string
}

function EventRow({ event, viewerZone }: RowProps) {
  const { id, title, summary, status, cover } = event
  return (
    <article className={styles.row} data-cancelled={status === 'cancelled' || undefined}>
      <div className={styles.about}>
        <h3 className={styles.title}>
          <Link viewTransition to={paths.event(id)}>
            {title}
          </Link>
        </h3>
        <p className={styles.facts}>
          <EventTime event={event} viewerZone={viewerZone} />
        </p>
        <p className={styles.facts}>{placeLabel(event)}</p>
        {summary && <p className={styles.summary}>{summary}</p>}
        <Badges {...event} />
      </div>
      {cover && <img className={styles.cover} src={imageUrl(cover)} alt="" loading="lazy" decoding="async" />}
    </article>
  )
}

/** The heading above says the day, so only screen readers hear it again. */
function EventTime({ event, viewerZone }: RowProps) {
  const { startsAt, allDay } = event
  const [first, second] = formatWhen(event, viewerZone)
  return (
    <>
      <span>
        <time dateTime={startsAt}>
          <VisuallyHidden>{first.days}, </VisuallyHidden>
          {timeLabel(first, allDay)}
        </time>
        {second && ' ·'}
      </span>{' '}
      {second && <time dateTime={startsAt}>{timeLabel(second, allDay)}</time>}
    </>
  )
}

const timeLabel = ({ times, zone }: ZonedText, allDay: boolean) => (allDay ? times : `${times} ${zone}`)

function Badges({ status, seats, mine }: EventListItem) {
  const rsvp = mine && status !== 'cancelled' && rsvpLabel(mine)
  const seatsText = status === 'published' && seatsLabel(seats)
  if (!rsvp && !seatsText && status === 'published') return null
  return (
    <p className={styles.badges}>
      {status === 'draft' && <Badge tone="gold">Draft</Badge>}
      {status === 'cancelled' && <Badge tone="danger">Cancelled</Badge>}
      {rsvp && <Badge tone={rsvp.tone}>{rsvp.label}</Badge>}
      {seatsText && <span className={styles.seats}>{seatsText}</span>}
    </p>
  )
}
