import { Link } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import { placeLabel } from '#shared/events/labels.ts'
import { motifOf } from '#shared/events/motifs.ts'
import type { EventList } from '#shared/events/rules.ts'
import type { EventCard } from '#shared/events/schema.ts'
import { imageUrl } from '#shared/lib/image-rules.ts'
import { paths } from '#shared/lib/paths.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { dayAt, formatWhen, type ZonedText } from '#client/lib/time/when.ts'
import { AvatarPile } from '#client/ui/people/AvatarPile.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { IsolatedText } from '#client/ui/text/IsolatedText.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { dotted } from '#client/ui/text/dotted.ts'

import { dayLabel, daysOf, firstPastDay } from './days.ts'
import { EventMotif } from './EventMotif.tsx'
import { goingLabel, rsvpLabel, seatsLabel } from './labels.ts'
import styles from './list.module.css'
import { useIsHosting, useIsOver } from './use-event-state.ts'

interface Props {
  events: readonly EventCard[]
  list: EventList
}

export function EventDays({ events, list }: Props) {
  const viewerZone = useViewerZone()
  const days = daysOf(events, viewerZone)
  // "My events" lists upcoming events first, then past ones in reverse order.
  const firstPast = useClock((now) => (list === 'mine' ? firstPastDay(days, now) : -1))
  return (
    <ol className={styles.days}>
      {days.map((day, index) => (
        <li key={day.date} className={styles.day}>
          {index === firstPast && <p className={styles.past}>{m.listPast()}</p>}
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
  // Changes only at midnight.
  const today = useClock((now) => dayAt(new Date(now).toISOString(), viewerZone))
  const { weekday, day } = dayLabel(date, today)
  return (
    <h2 className={styles.heading}>
      <span className={styles.weekday}>{weekday}</span> <span>{day}</span>
    </h2>
  )
}

interface RowProps {
  event: EventCard
  viewerZone: string
}

function EventRow({ event, viewerZone }: RowProps) {
  const { id, title, summary, status, cover, host, tags, chapter } = event
  return (
    <article className={styles.row} data-cancelled={status === 'cancelled' || undefined}>
      <div className={styles.about}>
        <h3 className={styles.title}>
          <Link viewTransition to={paths.event(id)} className={patterns.entryLink!}>
            {title}
          </Link>
        </h3>
        <p className={styles.time}>
          <EventTime event={event} viewerZone={viewerZone} />
        </p>
        <p className={patterns.muted}>
          <IsolatedText>
            {dotted([
              placeLabel(event),
              chapter !== event.city && chapter,
              host && m.listHostedBy({ name: host.displayName }),
            ])}
          </IsolatedText>
        </p>
        {summary && <p className={styles.summary}>{summary}</p>}
        <div className={styles.people}>
          <Badges {...event} />
          <Faces {...event} />
        </div>
      </div>
      <div className={styles.cover}>
        {cover ? (
          <img src={imageUrl(cover)} alt="" loading="lazy" decoding="async" />
        ) : (
          <EventMotif {...motifOf({ title, tags })} />
        )}
      </div>
    </article>
  )
}

/** The day is in the heading above, so only screen readers hear it again. */
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
      </span>{' '}
      {second && <time dateTime={startsAt}>{timeLabel(second, allDay)}</time>}
    </>
  )
}

const timeLabel = ({ times, zone }: ZonedText, allDay: boolean) => (allDay ? times : `${times} ${zone}`)

function Badges(event: EventCard) {
  const { status, seats, mine } = event
  const isHosting = useIsHosting(event)
  const rsvp = mine && status !== 'cancelled' && rsvpLabel(mine)
  const seatsText = status === 'published' && seatsLabel(seats)
  if (!rsvp && !seatsText && !isHosting && status === 'published') return null
  return (
    <p className={styles.badges}>
      {status === 'draft' && <Badge tone="strong">{m.draft()}</Badge>}
      {status === 'cancelled' && <Badge tone="danger">{m.cancelled()}</Badge>}
      {isHosting && <Badge tone="accent">{m.rsvpTitleHost()}</Badge>}
      {rsvp && <Badge tone={rsvp.tone}>{rsvp.label}</Badge>}
      {seatsText && <span className={patterns.small}>{seatsText}</span>}
    </p>
  )
}

function Faces({ faces, connectionsGoing, status, endsAt }: EventCard) {
  const isOver = useIsOver(status, endsAt)
  if (faces.length === 0 || status === 'cancelled') return null
  return (
    <p className={styles.faces}>
      <AvatarPile people={faces} />
      {connectionsGoing > 0 && (
        <span>
          <IsolatedText>{goingLabel(faces, connectionsGoing, isOver)}</IsolatedText>
        </span>
      )}
    </p>
  )
}
