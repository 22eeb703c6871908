/** The zone the person's device is set to. */
export const deviceTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** `3 December 2026`, in the device's zone. */
export const formatDate = (instant: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(new Date(instant))

/** `3 December 2026 at 18:00 GMT`: a moment with its zone, the device's unless told. */
export const formatMoment = (instant: string, timeZone = deviceTimeZone()) =>
  new Intl.DateTimeFormat(undefined, { ...MOMENT, timeZone }).format(new Date(instant))

/** `3 Dec 2026, 18:00 GMT`: for tables. */
export const formatStamp = (instant: string) =>
  new Intl.DateTimeFormat(undefined, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant))

/** From one instant to another, the zone named once. A range within one day names the day once too. */
export const formatRange = (from: string, to: string, timeZone = deviceTimeZone()) =>
  new Intl.DateTimeFormat(undefined, { ...MOMENT, timeZone }).formatRange(new Date(from), new Date(to))

const MOMENT: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
}

/** `MON` `7` `DEC`, for the block beside an entry of a list. */
export function dateBlock(instant: string, timeZone = deviceTimeZone()) {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(undefined, { ...options, timeZone }).format(new Date(instant))
  return {
    weekday: part({ weekday: 'short' }),
    day: part({ day: 'numeric' }),
    month: part({ month: 'short' }),
  }
}
