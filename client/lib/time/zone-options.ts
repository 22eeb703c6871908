/**
 * Zones by name; one that this browser does not list (such as UTC) stays choosable while it is set. Each is also found
 * by its offset (`+5:30`, `gmt+2`) and by the time it is there now.
 */
export function timeZoneOptions(present: string, now = new Date()) {
  const zones = new Set([present, ...Intl.supportedValuesOf('timeZone')].filter(Boolean))
  return [...zones].toSorted().map((value) => {
    const { offset, time } = clockIn(value, now)
    const digits = offset.replace(/^(?:GMT|UTC)/, '')
    return {
      value,
      label: nameOf(value),
      hint: `${offset} · ${time}`,
      words: `${offset} utc${digits} ${digits} ${time}`,
    }
  })
}

export const nameOf = (timeZone: string) => timeZone.replaceAll('_', ' ')

/** `GMT+1` and `14:05`. */
export function clockIn(timeZone: string, now = new Date()) {
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
