/** The words around are English, so the dates are: as written where the person is, if English is spoken there. */
export const LOCALE = navigator.languages.find((language) => language.startsWith('en')) ?? 'en-GB'

/** The zone the person's device is set to. */
export const deviceTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** `3 December 2026`, in the device's zone. */
export const formatDate = (instant: string) =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' }).format(new Date(instant))

/** `3 December 2026`, of a day that is in no zone: `2026-12-03`. */
export const formatOn = (day: string) =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** `3 December`, in the device's zone: where the year is plain. */
export const formatDayAndMonth = (instant: string) =>
  new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long' }).format(new Date(instant))

/** `3 Dec 2026, 18:00 GMT`: for tables. */
export const formatStamp = (instant: string) =>
  new Intl.DateTimeFormat(LOCALE, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...TIME,
  }).format(new Date(instant))

/** `15:00 – 17:00 GMT`: for places where the day stands beside it. */
export const formatTimes = (from: string, to: string, timeZone = deviceTimeZone()) =>
  new Intl.DateTimeFormat(LOCALE, { ...TIME, timeZone }).formatRange(new Date(from), new Date(to))

/** `18:00 GMT`. */
export const formatTime = (instant: string) => new Intl.DateTimeFormat(LOCALE, TIME).format(new Date(instant))

/** `18:00` in a zone that is named beside it. @param now milliseconds */
export const formatTimeIn = (timeZone: string, now: number) =>
  new Intl.DateTimeFormat(LOCALE, { ...CLOCK, timeZone }).format(now)

/** `Thursday 3 December 2026`. */
export const formatDay = (instant: string, timeZone = deviceTimeZone()) =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeZone }).format(new Date(instant))

/** From one instant to another, the zone named once. A range within one day names the day once too. */
export const formatRange = (from: string, to: string, timeZone = deviceTimeZone()) =>
  new Intl.DateTimeFormat(LOCALE, { ...MOMENT, timeZone }).formatRange(new Date(from), new Date(to))

/** Two digits where the day has 24 hours (`09:00`), as on clocks there; one will do before `AM`. */
export const CLOCK: Intl.DateTimeFormatOptions = {
  hour:
    new Intl.DateTimeFormat(LOCALE, { hour: 'numeric' }).resolvedOptions().hourCycle === 'h23'
      ? '2-digit'
      : 'numeric',
  minute: '2-digit',
}

const TIME: Intl.DateTimeFormatOptions = { ...CLOCK, timeZoneName: 'short' }

const MOMENT: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  ...TIME,
}

/** `MON` `7` `DEC`, for the block beside an entry of a list. */
export function dateBlock(instant: string, timeZone = deviceTimeZone()) {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALE, { ...options, timeZone }).format(new Date(instant))
  return {
    weekday: part({ weekday: 'short' }),
    day: part({ day: 'numeric' }),
    month: part({ month: 'short' }),
  }
}
