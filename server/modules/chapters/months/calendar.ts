import { isoInstant } from '#server/lib/clock.ts'

/** Months as `2026-10`, in a time zone. */

/** The month of an instant. @param at epoch milliseconds */
export const monthAt = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toPlainYearMonth()
    .toString()

/** The month that is so many months later, or earlier for a negative number. */
export const monthAfter = (month: string, months: number) =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString()

/** ISO instants of the beginning, and of that of the next month. A day may begin at another hour than midnight. */
export const boundsOf = (month: string, timeZone: string) => ({
  from: beginningOf(month, timeZone),
  to: beginningOf(monthAfter(month, 1), timeZone),
})

const beginningOf = (month: string, timeZone: string) =>
  isoInstant(
    Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
  )
