import { DAY, MINUTE } from '#shared/lib/durations.ts'
import type { AvailabilityEdit } from '#shared/meetings/availability.ts'

import { type Interval, intersection, joined } from '#shared/meetings/intervals.ts'

/** A period in which the clocks of a zone do not change. */
export interface OffsetPeriod extends Interval {
  /** Local time minus UTC, in milliseconds. */
  offset: number
}

/** Splits `range` into parts with one offset each. */
export function offsetPeriods(timeZone: string, { start, end }: Interval): OffsetPeriod[] {
  const periods: OffsetPeriod[] = []
  let at: Temporal.ZonedDateTime | null =
    Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone)
  while (at && at.epochMilliseconds < end) {
    const next: Temporal.ZonedDateTime | null = at.getTimeZoneTransition('next')
    periods.push({
      start: at.epochMilliseconds,
      end: Math.min(next?.epochMilliseconds ?? Infinity, end),
      offset: at.offsetNanoseconds / 1e6,
    })
    at = next
  }
  return periods
}

/**
 * The times within a weekly window on a day that is not off. A window in a DST gap does not exist on that day; one
 * in a repeated hour exists twice.
 */
export function openTimes(
  { windows, daysOff }: AvailabilityEdit,
  periods: readonly OffsetPeriod[],
): Interval[] {
  const byWeekday = Map.groupBy(
    windows.map(({ day, from, to }) => ({ day, from: timeOfDay(from), to: timeOfDay(to) })),
    ({ day }) => day,
  )
  const absences = daysOff.map(({ from, to }) => ({ from: dayNumber(from), to: dayNumber(to) }))
  const open = periods.flatMap(({ start, end, offset }) => {
    const local: Interval[] = []
    for (let day = Math.floor((start + offset) / DAY); day * DAY < end + offset; day += 1) {
      if (absences.some(({ from, to }) => from <= day && day <= to)) continue
      for (const { from, to } of byWeekday.get(isoWeekday(day)) ?? []) {
        local.push({ start: day * DAY + from - offset, end: day * DAY + to - offset })
      }
    }
    return intersection(joined(local), [{ start, end }])
  })
  return joined(open)
}

/** @param time `HH:MM`. @returns milliseconds */
function timeOfDay(time: string) {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours! * 60 + minutes!) * MINUTE
}

/** Days since 1970-01-01 for `YYYY-MM-DD`. */
const dayNumber = (date: string) => Date.parse(date) / DAY

/** 1970-01-01 was a Thursday. */
const isoWeekday = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1
