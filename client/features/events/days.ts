import type { EventListItem } from '#shared/events.ts'
import { LOCALE } from '#client/lib/time/dates.ts'
import { dayOf } from '#client/lib/time/when.ts'

export interface Day {
  /** `2026-12-03` */
  date: string
  events: EventListItem[]
}

/** The events of each day on which the viewer has any, in the order in which the list first comes to it. */
export const daysOf = (events: readonly EventListItem[], viewerZone: string): Day[] =>
  // Whole days elsewhere may stand between the hours of another day here: a day is not cut in two by them.
  [...Map.groupBy(events, (event) => dayOf(event, viewerZone))].map(([date, itsEvents]) => ({
    date,
    events: itsEvents,
  }))

/** The place of the first day on which everything is over; -1: there is none. @param now milliseconds */
export const firstOver = (days: readonly Day[], now: number) =>
  days.findIndex(({ events }) => events.every(({ endsAt }) => Date.parse(endsAt) <= now))

/** `Tomorrow` and `22 November`. Both days as `2026-11-21`. */
export function dayLabel(date: string, todayDate: string) {
  const [day, today] = [Temporal.PlainDate.from(date), Temporal.PlainDate.from(todayDate)]
  const away = today.until(day).days
  const words = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00Z`))
  return {
    weekday: NEAR[away] ?? words({ weekday: 'long' }),
    day: words({ day: 'numeric', month: 'long', ...(day.year !== today.year && { year: 'numeric' }) }),
  }
}

const NEAR: Readonly<Record<number, string>> = { [-1]: 'Yesterday', 0: 'Today', 1: 'Tomorrow' }
