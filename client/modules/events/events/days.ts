import * as m from '#shared/events/messages.ts'
import type { EventCard } from '#shared/events/schema.ts'
import { formatAt } from '#shared/lib/date-style.ts'
import { capitalised } from '#client/lib/time/dates.ts'
import { dayOf } from '#client/lib/time/when.ts'

export interface Day {
  /** `2026-12-03` */
  date: string
  events: EventCard[]
}

/** Events grouped by the viewer's days, in the order of the list. */
export const daysOf = (events: readonly EventCard[], viewerZone: string): Day[] =>
  // All-day events of another zone may be sorted between the events of another day here, so a run of equal
  // days is not enough.
  [...Map.groupBy(events, (event) => dayOf(event, viewerZone))].map(([date, eventsOfDay]) => ({
    date,
    events: eventsOfDay,
  }))

/** Index of the first day whose events have all ended, or -1. @param now milliseconds */
export const firstPastDay = (days: readonly Day[], now: number) =>
  days.findIndex(({ events }) => events.every(({ endsAt }) => Date.parse(endsAt) <= now))

/** `Tomorrow` and `22 November`. Both days are given as `2026-11-21`. */
export function dayLabel(date: string, todayDate: string) {
  const [day, today] = [Temporal.PlainDate.from(date), Temporal.PlainDate.from(todayDate)]
  const distance = today.until(day).days
  const format = (options: Intl.DateTimeFormatOptions) =>
    formatAt(new Date(`${date}T00:00Z`), { ...options, timeZone: 'UTC' })
  return {
    weekday: NEAR[distance]?.() ?? capitalised(format({ weekday: 'long' })),
    day: format({ day: 'numeric', month: 'long', year: day.year === today.year ? undefined : 'numeric' }),
  }
}

const NEAR: Readonly<Record<number, () => string>> = {
  [-1]: m.listYesterday,
  0: m.listToday,
  1: m.listTomorrow,
}
