import type { PublicEvent } from '#shared/events/public-events.ts'
import { ownWhen } from '#client/lib/time/own-when.ts'

import styles from './OwnTime.module.css'

interface Props {
  event: Pick<PublicEvent, 'startsAt' | 'endsAt' | 'timeZone' | 'allDay'>
}

/** Only the browser knows the time zone of the visitor. */
const isInBrowser = typeof document !== 'undefined'

/**
 * The time by the viewer's clock, empty if that shows the same, and for an event without a time yet. `boot.ts` fills it in
 * before the app starts.
 */
export const OwnTime = ({ event }: Props) => {
  const { startsAt, endsAt, timeZone, allDay } = event
  return (
    <time
      className={styles.own}
      dateTime={startsAt}
      data-ends-at={endsAt}
      data-time-zone={timeZone}
      data-all-day={allDay}
    >
      {isInBrowser && startsAt && ownWhen(event)}
    </time>
  )
}
