import type { EventList } from '#shared/event-rules.ts'
import type { EventListItem } from '#shared/events.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { dayAt } from '#client/lib/time/when.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'

import { type Day, daysOf, dayLabel, firstOver } from './days.ts'
import { EventRow } from './EventRow.tsx'
import styles from './list.module.css'

interface Props {
  events: readonly EventListItem[]
  list: EventList
}

export function EventDays({ events, list }: Props) {
  const viewerZone = useViewerZone()
  const days = daysOf(events, viewerZone)
  // One's own go from what is to come over into what was, backwards.
  const turn = useClock((now) => (list === 'mine' ? firstOver(days, now) : -1))
  return (
    <ol className={styles.days}>
      {days.map((day, index) => (
        <li key={day.date} className={styles.day}>
          {index === turn && <p className={styles.over}>Already over, the latest first</p>}
          <DayHeading date={day.date} viewerZone={viewerZone} />
          <Rows day={day} viewerZone={viewerZone} />
        </li>
      ))}
    </ol>
  )
}

function DayHeading({ date, viewerZone }: { date: string; viewerZone: string }) {
  // Renders again at midnight alone: by then another day is "today".
  const today = useClock((now) => dayAt(new Date(now).toISOString(), viewerZone))
  const { weekday, day } = dayLabel(date, today)
  return (
    <h2 className={styles.heading}>
      <span className={styles.weekday}>{weekday}</span> <span>{day}</span>
    </h2>
  )
}

const Rows = ({ day, viewerZone }: { day: Day; viewerZone: string }) => (
  <ol className={styles.rows}>
    {day.events.map((event) => (
      <li key={event.id}>
        <EventRow event={event} viewerZone={viewerZone} />
      </li>
    ))}
  </ol>
)
