import { dateBlock } from '#client/lib/time/dates.ts'

import styles from './DateBlock.module.css'

interface Props {
  instant: string
  /** Time zone of the calendar. */
  timeZone: string
}

/** Hidden from assistive technology: the text next to it contains the date too. */
export function DateBlock({ instant, timeZone }: Props) {
  const { weekday, day, month, year } = dateBlock(instant, timeZone)
  return (
    <span className={styles.block} aria-hidden="true">
      <span>{weekday}</span>
      <span className={styles.day}>{day}</span>
      <span>{month}</span>
      {year && <span>{year}</span>}
    </span>
  )
}
