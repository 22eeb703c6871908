import { LOCALE } from '#client/lib/dates.ts'

import { nameOf } from './zone-names.ts'

/** `Lisbon time` for `Europe/Lisbon`; zones that are no place go by their offset, such as `UTC` and `GMT-3`. */
export function zoneLabel(timeZone: string, at: string) {
  const city = cityOf(timeZone)
  return city ? `${city} time` : offsetLabel(timeZone, at)
}

/** Whose time it is, when it is the viewer's own: `your time (Lisbon)`. */
export const ownZoneLabel = (timeZone: string, at: string) =>
  `your time (${cityOf(timeZone) ?? offsetLabel(timeZone, at)})`

/** `GMT+1`, as the zone is at that moment. */
export const offsetLabel = (timeZone: string, at: string) =>
  timeZone === 'UTC' ? 'UTC' : offsetAt(timeZone, at)

const offsetAt = (timeZone: string, at: string) =>
  new Intl.DateTimeFormat(LOCALE, { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')!.value

/** Whether clocks in both zones show the same at all of these instants. */
export const isSameClock = (one: string, other: string, ...instants: readonly string[]) =>
  one === other ||
  instants.every((instant) => {
    const at = Temporal.Instant.from(instant)
    return at.toZonedDateTimeISO(one).offset === at.toZonedDateTimeISO(other).offset
  })

/** `Etc/GMT+3` is three hours behind Greenwich, so its name would mislead. */
function cityOf(timeZone: string) {
  if (!timeZone.includes('/') || timeZone.startsWith('Etc/')) return undefined
  return nameOf(timeZone).split('/').at(-1)
}
