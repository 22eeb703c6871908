import type { EventDetails } from '#shared/events.ts'
import { formatRelative } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { isSameClock } from '#client/lib/time/zones.ts'

import styles from './details.module.css'

export function When({ event }: { event: EventDetails }) {
  const { startsAt, endsAt, timeZone, allDay, status } = event
  const viewerZone = useViewerZone()
  const near = useClock((now) => nearLabel(event, now))
  const [first, second] = formatWhen(event, viewerZone)
  const isYoursToo = timeZone !== viewerZone && isSameClock(timeZone, viewerZone, startsAt, endsAt)
  return (
    <div className={styles.when}>
      <time dateTime={startsAt}>
        <span className={styles.days}>{first.days}</span>
        <span>
          {allDay ? `All day, ${first.zone}` : `${first.times} ${first.zone}`}
          {!allDay && isYoursToo && ', the same as yours'}
        </span>
      </time>
      {second && (
        <time dateTime={startsAt} className={styles.quiet}>
          {second.times} {second.zone}
        </time>
      )}
      {status === 'published' && <span className={styles.quiet}>{near}</span>}
    </div>
  )
}

function nearLabel({ startsAt, endsAt }: EventDetails, now: number) {
  if (Date.parse(startsAt) > now) return `Starts ${formatRelative(startsAt, now)}`
  return Date.parse(endsAt) > now
    ? `On now, ends ${formatRelative(endsAt, now)}`
    : `Ended ${formatRelative(endsAt, now)}`
}
