import { dateBlock } from '#client/lib/time/dates.ts'

import styles from './DateBlock.module.css'

interface Props {
  instant: string
  /** Whose calendar. */
  timeZone: string
}

/** For the eye alone: the date also stands beside it in words, or goes with the `<time>` there. */
export function DateBlock({ instant, timeZone }: Props) {
  const { weekday, day, month } = dateBlock(instant, timeZone)
  return (
    <span className={styles.block} aria-hidden="true">
      <span>{weekday}</span>
      <span className={styles.day}>{day}</span>
      <span>{month}</span>
    </span>
  )
}
