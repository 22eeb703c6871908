import { deviceTimeZone, formatTimeIn } from '#client/lib/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { nameOf } from '#client/lib/time/zone-options.ts'

/** The zone, and what its clocks show while one looks. */
export function TimeThere({ timeZone }: { timeZone: string }) {
  const time = useClock((now) => formatTimeIn(timeZone, now))
  return (
    <>
      {nameOf(timeZone)}
      <br />
      {time} {timeZone === deviceTimeZone() ? 'now' : 'there now'}
    </>
  )
}
