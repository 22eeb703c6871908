import type { EventListItem } from '#shared/events.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { dayAt } from '#client/lib/time/when.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'

import { daysOf, dayWords, type Day } from './days.ts'
import { EventRow } from './EventRow.tsx'
import styles from './list.module.css'

export function EventDays({ events }: { events: readonly EventListItem[] }) {
  const viewerZone = useViewerZone()
  return (
    <ol className={styles.days}>
      {daysOf(events, viewerZone).map((day) => (
        <li key={day.date} className={styles.day}>
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
  const { weekday, day } = dayWords(date, today)
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
