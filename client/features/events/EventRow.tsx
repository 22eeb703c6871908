import { Link } from 'react-router-dom'

import type { EventSummary } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { formatDay, formatTimes } from '#client/lib/dates.ts'
import { DateBlock } from '#client/ui/DateBlock.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './events.module.css'
import { FORMAT_NAMES } from './format-names.ts'

export function EventRow({ event }: { event: EventSummary }) {
  const { id, title, summary, startsAt, endsAt, format } = event
  return (
    <Link viewTransition to={paths.event(id)} className={styles.row}>
      <DateBlock instant={startsAt} />
      <span className={styles.about}>
        <span className={styles.title}>{title}</span>
        <span className={styles.summary}>{summary}</span>
        <span>
          <time dateTime={startsAt}>
            <VisuallyHidden>{formatDay(startsAt)}, </VisuallyHidden>
            {formatTimes(startsAt, endsAt)}
          </time>
          {` · ${FORMAT_NAMES[format]}`}
        </span>
      </span>
    </Link>
  )
}
