import * as m from '#shared/events/messages.ts'
import type { Repeat } from '#shared/events/rules.ts'
import type { Duplication, EventDetails } from '#shared/events/schema.ts'
import { datesOfCopies, type EventDates } from '#shared/events/series-dates.ts'
import { WEEK } from '#shared/lib/durations.ts'
import { readMoment, type WallClock, wallClockAt } from '#client/lib/time/wall-clock.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'

import { readDay } from './read-event.ts'

/** How often an event takes place. */
export interface RepeatDraft {
  repeat: 'once' | Repeat
  count: string
}

/** The values of the form. */
export interface CopiesDraft extends RepeatDraft {
  /** Start of the first copy, in the zone of the event. */
  startsAt: WallClock
}

type Copied = Pick<
  EventDetails,
  'startsAt' | 'endsAt' | 'rsvpOpensAt' | 'rsvpDeadline' | 'timeZone' | 'allDay'
>

/** Suggests the same local time on the first same weekday that is in the future, and after the event. */
export function initialCopies({ startsAt, timeZone }: Copied, now: number): CopiesDraft {
  const weeks = Math.max(1, Math.floor((now - Date.parse(startsAt)) / WEEK) + 1)
  const start = Temporal.Instant.from(startsAt).toZonedDateTimeISO(timeZone)
  const date = start.toPlainDate().add({ weeks }).toString()
  return { startsAt: { date, time: wallClockAt(startsAt, timeZone).time }, repeat: 'once', count: '6' }
}

/** @param now milliseconds */
export function readCopies(
  { startsAt, repeat, count }: CopiesDraft,
  { allDay, timeZone }: Copied,
  now: number,
): { duplication: Duplication } | { errors: FieldErrors } {
  const read = allDay ? readDay(startsAt.date, { timeZone }) : readMoment(startsAt, timeZone)
  if ('error' in read) return { errors: { startsAt: read.error } }
  if (Date.parse(read.instant) <= now) return { errors: { startsAt: m.eventRuleStartPast() } }
  const repetition = repeat === 'once' ? {} : { repeat: { every: repeat, count: Number(count) } }
  return { duplication: { startsAt: read.instant, ...repetition } }
}

/** The dates of a new event after its own; undefined if it takes place once. */
export function laterDates(event: Copied, { repeat, count }: RepeatDraft): Duplication | undefined {
  if (repeat === 'once') return undefined
  const [, next] = datesOfCopies(event, event.startsAt, { every: repeat, count: 2 })
  const copies = Number(count) - 1
  return { startsAt: next!.startsAt, repeat: copies > 1 ? { every: repeat, count: copies } : undefined }
}

export interface CopyDate extends EventDates {
  /** The reason why it differs from the first date. */
  note?: string
}

/** The dates as the server will calculate them. */
export function copyDates(event: Copied, { startsAt, repeat }: Duplication): CopyDate[] {
  const first = clockOf(startsAt, event.timeZone)
  return datesOfCopies(event, startsAt, repeat).map((dates) => {
    const note = noteOf(first, clockOf(dates.startsAt, event.timeZone), { ...event, ...repeat })
    return { ...dates, note }
  })
}

interface Series {
  allDay: boolean
  every?: Repeat
}

function noteOf(first: Temporal.PlainDateTime, date: Temporal.PlainDateTime, { allDay, every }: Series) {
  if (every === 'monthly' && date.day < first.day) return m.editorCopyShortMonth({ days: date.daysInMonth })
  if (!allDay && !date.toPlainTime().equals(first.toPlainTime()))
    return m.editorCopyClocks({ time: first.toPlainTime().toString().slice(0, 5) })
  return undefined
}

const clockOf = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime()
