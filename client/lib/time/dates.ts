/** The texts are in English, so dates are too: in the person's own variety of English, if their browser names one. */
export const LOCALE = navigator.languages.find((language) => language.startsWith('en')) ?? 'en-GB'

/** The zone the person's device is set to. */
export const deviceTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** `3 December 2026`. */
export const formatDate = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone }).format(new Date(instant))

const HALF_A_YEAR = 182 * 24 * 60 * 60 * 1_000

/** `3 Dec`, or `3 Dec 2027` when it is more than half a year away. */
export function formatShortDate(instant: string, timeZone: string) {
  const date = new Date(instant)
  const withYear = Math.abs(date.getTime() - Date.now()) > HALF_A_YEAR
  return new Intl.DateTimeFormat(LOCALE, {
    day: 'numeric',
    month: 'short',
    ...(withYear && { year: 'numeric' }),
    timeZone,
  }).format(date)
}

/** In the last day of what ends at this instant, which is mostly the midnight after it. */
export const justBefore = (end: string) => new Date(Date.parse(end) - 1).toISOString()

/** The short form of a calendar day without a zone, such as `2026-12-03`. */
export const formatOn = (day: string) => formatShortDate(day, 'UTC')

/** `3 Dec 2026, 18:00 GMT`: for tables. */
export const formatStamp = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat(LOCALE, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...CLOCK,
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(instant))

/** `18:00` in a zone that is named beside it. @param now milliseconds */
export const formatTimeIn = (timeZone: string, now: number) =>
  new Intl.DateTimeFormat(LOCALE, { ...CLOCK, timeZone }).format(now)

/** Two digits where the day has 24 hours (`09:00`), as on clocks there; one will do before `AM`. */
export const CLOCK: Intl.DateTimeFormatOptions = {
  hour:
    new Intl.DateTimeFormat(LOCALE, { hour: 'numeric' }).resolvedOptions().hourCycle === 'h23'
      ? '2-digit'
      : 'numeric',
  minute: '2-digit',
}

/** `MON` `7` `DEC`, for the block beside an entry of a list. */
export function dateBlock(instant: string, timeZone: string) {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALE, { ...options, timeZone }).format(new Date(instant))
  return {
    weekday: part({ weekday: 'short' }),
    day: part({ day: 'numeric' }),
    month: part({ month: 'short' }),
  }
}

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, milliseconds: number, below: number][] = [
  ['minute', 60_000, 60],
  ['hour', 3_600_000, 24],
  ['day', 86_400_000, 14],
  ['week', 7 * 86_400_000, 9],
]
const MONTH = 30.44 * 86_400_000

const relativeFormat = new Intl.RelativeTimeFormat(LOCALE)

/** `in 2 hours`, `3 days ago`. @param now milliseconds */
export function formatRelative(instant: string, now: number) {
  const difference = Date.parse(instant) - now
  if (Math.abs(difference) <= 30_000) return difference < 0 ? 'just now' : 'in a moment'
  for (const [unit, length, below] of STEPS) {
    const count = Math.round(difference / length)
    if (Math.abs(count) < below) return relativeFormat.format(count, unit)
  }
  return relativeFormat.format(Math.round(difference / MONTH), 'month')
}
