import { cityOf, nameOf } from '#shared/lib/time-zone-labels.ts'

/**
 * Zones by name; one that this browser does not list (such as UTC) can be chosen as long as it is set. Each is also
 * found by its city in the language of the page, its offset (`+5:30`, `gmt+2`) and its current time.
 */
export function timeZoneOptions(present: string, now = new Date()) {
  // Keyed by name, since another browser may have set the same zone by its other name.
  const zones = new Map([...Intl.supportedValuesOf('timeZone'), present].map((zone) => [nameOf(zone), zone]))
  zones.delete('')
  return [...zones]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, value]) => {
      const { offset, time } = clockIn(value, now)
      const digits = offset.replace(/^(?:GMT|UTC)/, '')
      return {
        value,
        label,
        hint: `${offset} · ${time}`,
        words: `${value} ${cityOf(value) ?? ''} ${offset} utc${digits} ${digits} ${time}`,
      }
    })
}

/** `GMT+1` and `14:05`. */
export function clockIn(timeZone: string, now: Date) {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  }).formatToParts(now)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return { offset: part('timeZoneName').replace(/\+0$/, ''), time: `${part('hour')}:${part('minute')}` }
}
