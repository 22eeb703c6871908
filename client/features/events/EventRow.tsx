import { Link } from 'react-router-dom'

import type { EventSummary } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { dateBlock, formatRange } from '#client/lib/dates.ts'

import styles from './events.module.css'
import { FORMAT_NAMES } from './format-names.ts'

export function EventRow({ event }: { event: EventSummary }) {
  const { weekday, day, month } = dateBlock(event.startsAt)
  return (
    <Link to={paths.event(event.id)} className={styles.row}>
      <span className={styles.date} aria-hidden="true">
        <span>{weekday}</span>
        <span className={styles.day}>{day}</span>
        <span>{month}</span>
      </span>
      <span className={styles.about}>
        <span className={styles.title}>{event.title}</span>
        <time dateTime={event.startsAt}>{formatRange(event.startsAt, event.endsAt)}</time>
        <span>{FORMAT_NAMES[event.format]}</span>
      </span>
    </Link>
  )
}
