import type { CalendarEvent } from '#shared/events/schema.ts'
import { formatSpan } from '#shared/lib/date-style.ts'
import { dayAt } from '#client/lib/time/when.ts'

/** Days are texts such as `2026-12-03`, months such as `2026-12`. Weeks begin on Monday. */

const dateOf = (day: string) => Temporal.PlainDate.from(day)

export const addDays = (day: string, days: number) => dateOf(day).add({ days }).toString()

/** The same day of another month, or its last one. */
export const addMonths = (day: string, months: number) => dateOf(day).add({ months }).toString()

export const monthOf = (day: string) => day.slice(0, 'YYYY-MM'.length)

export const mondayOf = (day: string) => addDays(day, 1 - dateOf(day).dayOfWeek)

export const sundayOf = (day: string) => addDays(mondayOf(day), 6)

export const weekFrom = (monday: string) => Array.from({ length: 7 }, (_, at) => addDays(monday, at))

/** Whole weeks that contain the month: four to six. */
export function weeksOf(month: string): string[][] {
  const { daysInMonth } = dateOf(`${month}-01`)
  const first = mondayOf(`${month}-01`)
  const last = mondayOf(`${month}-${daysInMonth}`)
  const count = dateOf(first).until(dateOf(last)).days / 7 + 1
  return Array.from({ length: count }, (_, at) => weekFrom(addDays(first, at * 7)))
}

export function monthIn(text: string | null, today: string) {
  return text && /^[12]\d{3}-(?:0[1-9]|1[0-2])$/.test(text) ? text : monthOf(today)
}

/** First and last day on which the viewer sees the event. */
function spanOf({ startsAt, endsAt, timeZone, allDay }: CalendarEvent, viewerZone: string) {
  const zone = allDay ? timeZone : viewerZone
  // Midnight belongs to the day that it ends.
  const last = new Date(Math.max(Date.parse(startsAt), Date.parse(endsAt) - 1)).toISOString()
  return { first: dayAt(startsAt, zone), last: dayAt(last, zone) }
}

export interface DayEvent {
  event: CalendarEvent
  /** Whether it began on an earlier day. */
  continues: boolean
}

/** Events by each of their days between the two: those of whole days and from earlier days first, then by time. */
export function eventsByDay(
  events: readonly CalendarEvent[],
  viewerZone: string,
  [from, to]: readonly [string, string],
): ReadonlyMap<string, readonly DayEvent[]> {
  const days = new Map<string, DayEvent[]>()
  for (const event of events) {
    const { first, last } = spanOf(event, viewerZone)
    for (let day = first < from ? from : first; day <= last && day <= to; day = addDays(day, 1))
      days.getOrInsertComputed(day, () => []).push({ event, continues: day > first })
  }
  const rank = ({ event, continues }: DayEvent) => (event.allDay || continues ? 0 : 1)
  return new Map([...days].map(([day, all]) => [day, all.toSorted((one, two) => rank(one) - rank(two))]))
}

const noonOf = (day: string) => new Date(`${day}T12:00Z`)

/** `30 November – 27 December 2026`. */
export const spanLabel = (from: string, to: string) =>
  formatSpan(noonOf(from), noonOf(to), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
