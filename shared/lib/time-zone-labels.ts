/** Labels of time zones, in the language of the reader. */
import { locale } from './language/current.ts'
import * as m from './messages.ts'

/** `Lisbon time` for `Europe/Lisbon`; zones that are no place are labelled by their offset at that moment, as `GMT-3`. */
export function zoneLabel(timeZone: string, at: string) {
  const city = cityOf(timeZone)
  return city ? m.zoneTime({ city }) : offsetAt(timeZone, at)
}

/** `Lisbon`, or the offset at that moment. */
export const zoneName = (timeZone: string, at: string) => cityOf(timeZone) ?? offsetAt(timeZone, at)

/**
 * The city as the language calls it: browsers do not translate it, and abbreviate many zones (`WEZ`), which few people
 * know. `Etc/GMT+3` is three hours behind Greenwich, so its name would mislead.
 */
export function cityOf(timeZone: string) {
  if (!timeZone.includes('/') || timeZone.startsWith('Etc/')) return undefined
  const city = currentName(timeZone).split('/').at(-1)!
  return m.zoneCity({ city, name: readable(city) })
}

/** Some languages write `GMT+0`. */
const offsetAt = (timeZone: string, at: string) =>
  timeZone === 'UTC'
    ? timeZone
    : new Intl.DateTimeFormat(locale(), { timeZone, timeZoneName: 'shortOffset' })
        .formatToParts(new Date(at))
        .find(({ type }) => type === 'timeZoneName')!
        .value.replace(/\+0$/, '')

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
export const nameOf = (timeZone: string) => readable(currentName(timeZone))

const currentName = (timeZone: string) => CURRENT_NAMES[timeZone] ?? timeZone
const readable = (name: string) => name.replaceAll('_', ' ')
