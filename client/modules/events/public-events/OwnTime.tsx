import type { PublicEvent } from '#shared/events/public-events.ts'
import { ownWhen } from '#client/lib/time/own-when.ts'

import styles from './OwnTime.module.css'

interface Props {
  event: Pick<PublicEvent, 'startsAt' | 'endsAt' | 'timeZone' | 'allDay'>
}

/** The time by the viewer's clock, empty if that shows the same. `boot.ts` fills it in before the app starts. */
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
      {isFilledIn(event) && ownWhen(event)}
    </time>
  )
}

/** In the prerendered page the texts are names of fields. */
const isFilledIn = ({ startsAt }: Props['event']) => !Number.isNaN(Date.parse(startsAt))
