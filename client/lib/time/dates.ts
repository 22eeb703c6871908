import * as m from '#shared/lib/messages.ts'
import { CLOCK, formatAt, formatSpan } from '#shared/lib/date-style.ts'
import { locale } from '#shared/lib/language/current.ts'
import { DAY, HOUR, MINUTE, WEEK } from '#shared/lib/durations.ts'

/** The zone the person's device is set to. */
export const deviceTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** `3 December 2026`. */
export const formatDate = (instant: string, timeZone: string) =>
  formatAt(new Date(instant), { dateStyle: 'long', timeZone })

/** `3 Dec`, or `3 Dec 2027` when that is not this year. */
export const formatShortDate = (instant: string, timeZone: string) =>
  formatAt(new Date(instant), {
    day: 'numeric',
    month: 'short',
    ...yearUnlessThis(instant, timeZone),
    timeZone,
  })

/** The format of the year, if the instant is not in the current one. */
export function yearUnlessThis(instant: string, timeZone: string): Intl.DateTimeFormatOptions {
  const yearOf = (at: Date) => formatAt(at, { year: 'numeric', timeZone })
  return yearOf(new Date(instant)) === yearOf(new Date()) ? {} : { year: 'numeric' }
}

/** An instant in the last day of a span, which usually ends at the next midnight. */
export const justBefore = (end: string) => new Date(Date.parse(end) - 1).toISOString()

/** The short form of a calendar day without a zone, such as `2026-12-03`. */
export const formatOn = (day: string) => formatShortDate(day, 'UTC')

/** For the start of a heading: Portuguese writes weekdays small. */
export const capitalised = (text: string) => text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1)

/** `Monday 3 March`, with the year unless it is this one. @param day without a zone, such as `2026-03-03` */
export const formatLongDay = (day: string) =>
  formatAt(new Date(day), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...yearUnlessThis(day, 'UTC'),
    timeZone: 'UTC',
  })

/** The short form of one calendar day or more: `3 – 5 Dec`. */
export const formatDays = (from: string, to: string) =>
  formatSpan(new Date(from), new Date(to), {
    day: 'numeric',
    month: 'short',
    ...yearUnlessThis(from, 'UTC'),
    ...yearUnlessThis(to, 'UTC'),
    timeZone: 'UTC',
  })

/** `18:00` in a zone that is named beside it. @param now milliseconds */
export const formatTimeIn = (timeZone: string, now: number) => formatAt(new Date(now), { ...CLOCK, timeZone })

/** `MON` `7` `DEC`, for the block beside an entry of a list, with the year unless it is this one. */
export function dateBlock(instant: string, timeZone: string) {
  const part = (options: Intl.DateTimeFormatOptions) => formatAt(new Date(instant), { ...options, timeZone })
  return {
    // The short form in Portuguese is half the word (“segunda”), whose first letters are its abbreviation.
    weekday: part({ weekday: 'short' }).slice(0, 3),
    day: part({ day: 'numeric' }),
    month: part({ month: 'short' }),
    year: yearUnlessThis(instant, timeZone).year && part({ year: 'numeric' }),
  }
}

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, milliseconds: number, below: number][] = [
  ['minute', MINUTE, 60],
  ['hour', HOUR, 24],
  ['day', DAY, 14],
  ['week', WEEK, 9],
]
const MONTH = 30.44 * DAY

let relativeFormat: Intl.RelativeTimeFormat | undefined

/** `in 2 hours`, `3 days ago`. @param now milliseconds */
export function formatRelative(instant: string, now: number) {
  const difference = Date.parse(instant) - now
  if (Math.abs(difference) <= MINUTE / 2) return difference < 0 ? m.justNow() : m.inAMoment()
  relativeFormat ??= new Intl.RelativeTimeFormat(locale())
  for (const [unit, length, below] of STEPS) {
    const count = Math.round(difference / length)
    if (Math.abs(count) < below) return relativeFormat.format(count, unit)
  }
  return relativeFormat.format(Math.round(difference / MONTH), 'month')
}
