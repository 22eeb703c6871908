import * as m from '#shared/lib/messages.ts'
import { CLOCK, formatAt, formatSpan } from '#shared/lib/date-style.ts'
import { zoneLabel } from '#shared/lib/time-zone-labels.ts'

interface Times {
  startsAt: string
  endsAt?: string | undefined
  allDay?: boolean
  /** Time zone of the event's place. */
  timeZone?: string
}

const DAY: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
}

export const formatDay = (instant: string, timeZone: string) =>
  formatAt(new Date(instant), { ...DAY, timeZone })

const clockTime = (instant: string, timeZone: string) =>
  m.clockTime({ time: formatAt(new Date(instant), { ...CLOCK, timeZone }) })

/**
 * `Tue 24 Nov 2026, 18:00, Lisbon time`: for a subject. All-day events have no time, and the same day in all zones.
 */
export function shortTime({ startsAt, allDay, timeZone }: Times, readerZone: string) {
  if (allDay) return formatDay(startsAt, timeZone ?? readerZone)
  const [day, time] = [formatDay(startsAt, readerZone), clockTime(startsAt, readerZone)]
  return `${day}, ${time}, ${zoneLabel(readerZone, startsAt)}`
}

/** `Tue 24 Nov 2026, 18:00–20:00, Lisbon time`, in the reader's zone; then in the event's own. */
export function fullTimes(times: Times, readerZone: string): string[] {
  if (times.allDay) return [allDayTime(times, times.timeZone ?? readerZone)]
  const own = fullTime(times, readerZone)
  if (!times.timeZone) return [own]
  const local = fullTime(times, times.timeZone)
  const isSame = local.split(', ').slice(0, -1).join() === own.split(', ').slice(0, -1).join()
  return isSame ? [own] : [own, local]
}

function fullTime({ startsAt, endsAt }: Times, timeZone: string) {
  if (!endsAt) return shortTime({ startsAt }, timeZone)
  const span = formatSpan(new Date(startsAt), new Date(endsAt), { ...DAY, ...CLOCK, timeZone })
  // The platform adds the word to a span within a day.
  const isOneDay = formatDay(startsAt, timeZone) === formatDay(endsAt, timeZone)
  return `${isOneDay ? span : m.clockTime({ time: span })}, ${zoneLabel(timeZone, startsAt)}`
}

/** The end of an all-day event is the midnight after its last day. */
function allDayTime({ startsAt, endsAt }: Times, timeZone: string) {
  const last = new Date(endsAt ? Date.parse(endsAt) - 1 : startsAt)
  return formatSpan(new Date(startsAt), last, { ...DAY, timeZone })
}
