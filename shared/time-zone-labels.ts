/** How people call a time zone. Imports nothing, so that browsers can use it. */

/** `Lisbon time` for `Europe/Lisbon`; zones that are no place go by their offset, such as `UTC` and `GMT-3`. */
export function zoneLabel(timeZone: string, at: string, locale: string) {
  const city = cityOf(timeZone)
  return city ? `${city} time` : offsetLabel(timeZone, at, locale)
}

/** `GMT+1`, as the zone is at that moment. */
export const offsetLabel = (timeZone: string, at: string, locale: string) =>
  timeZone === 'UTC' ? 'UTC' : offsetAt(timeZone, at, locale)

const offsetAt = (timeZone: string, at: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')!.value

/** `Etc/GMT+3` is three hours behind Greenwich, so its name would mislead. */
export function cityOf(timeZone: string) {
  if (!timeZone.includes('/') || timeZone.startsWith('Etc/')) return undefined
  return nameOf(timeZone).split('/').at(-1)
}

/** Browsers still list these by names that the time zone database has replaced. */
const CURRENT_NAMES: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The readable name: `Asia/Ho Chi Minh`. */
export const nameOf = (timeZone: string) => (CURRENT_NAMES[timeZone] ?? timeZone).replaceAll('_', ' ')
