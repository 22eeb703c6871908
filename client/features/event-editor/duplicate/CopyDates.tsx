import type { EventDetails } from '#shared/events.ts'
import { formatWhen } from '#client/lib/time/when.ts'

import { type CopyDate, copyDates, type CopiesDraft, readCopies } from './copies.ts'
import styles from './duplicate.module.css'

/** The dates as they will be, before anything is made. */
export function CopyDates({ event, draft }: { event: EventDetails; draft: CopiesDraft }) {
  const read = readCopies(draft, event, 0)
  if ('errors' in read) return null
  const dates = copyDates(event, read.duplication)
  return (
    <section aria-labelledby="copy-dates">
      <h2 id="copy-dates" className={styles.title}>
        {dates.length === 1 ? 'When it will be' : 'When they will be'}
      </h2>
      <ol className={styles.dates}>
        {dates.map((date) => (
          <li key={date.startsAt}>
            <CopyTime date={date} allDay={event.allDay} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function CopyTime({ date, allDay }: { date: CopyDate; allDay: boolean }) {
  const [{ days, times, zone }] = formatWhen({ ...date, allDay }, date.timeZone)
  return (
    <>
      <time dateTime={date.startsAt}>{days}</time>
      <span className={styles.quiet}>
        {times}
        {allDay ? ', ' : ' '}
        {zone}
      </span>
      {date.note && <span className={styles.note}>{date.note}</span>}
    </>
  )
}
