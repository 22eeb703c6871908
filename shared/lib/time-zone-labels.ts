/** Labels of time zones. Imports nothing, so that browsers can use it. */

/**
 * `Lisbon time` for `Europe/Lisbon`; zones that are no place are labelled by their offset, such as `UTC` and
 * `GMT-3`.
 */
export function zoneLabel(timeZone: string, at: string, locale: string) {
  const name = zoneName(timeZone, at, locale)
  return name === cityOf(timeZone) ? `${name} time` : name
}

/**
 * `Lisbon`, or the offset at that moment, such as `GMT+1`. In other languages than English, browsers name a place
 * (`New York (Ortszeit)`) or have an abbreviation (`WEZ`, `MEZ`), which few people know and which also stands for
 * another time in summer.
 */
export function zoneName(timeZone: string, at: string, locale: string) {
  if (timeZone === 'UTC') return timeZone
  const city = cityOf(timeZone)
  if (!city) return offsetAt(timeZone, at, locale)
  if (locale.startsWith('en')) return city
  const name = nameAt(timeZone, at, locale, 'shortGeneric')
  return ABBREVIATION.test(name) ? offsetAt(timeZone, at, locale) : name
}

const ABBREVIATION = /^\p{Lu}+$/u

/** Some languages write `GMT+0`. */
const offsetAt = (timeZone: string, at: string, locale: string) =>
  nameAt(timeZone, at, locale, 'shortOffset').replace(/\+0$/, '')

const nameAt = (timeZone: string, at: string, locale: string, timeZoneName: 'shortOffset' | 'shortGeneric') =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')!.value

/** `Etc/GMT+3` is three hours behind Greenwich, so its name would mislead. */
function cityOf(timeZone: string) {
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
