import type { Repeat } from '#shared/event-rules.ts'
import type { Duplication, EventDetails } from '#shared/events.ts'
import { datesOfCopies, type Moments } from '#shared/series.ts'
import { readDay, readMoment } from '#client/features/event-editor/draft/read-event.ts'
import { type WallClock, wallClockAt } from '#client/lib/time/wall-clock.ts'
import type { FieldErrors } from '#client/lib/use-form.ts'

/** What is chosen, as the form holds it. */
export interface CopiesDraft {
  /** Of the first copy, by the clock of the event's zone. */
  startsAt: WallClock
  repeat: 'once' | Repeat
  count: string
}

type Copied = Pick<EventDetails, 'startsAt' | 'endsAt' | 'rsvpDeadline' | 'timeZone' | 'allDay'>

const WEEK = 7 * 24 * 60 * 60 * 1_000

/** At the same time by the clock, on the first same day of the week that is after the event and still to come. */
export function firstChoice({ startsAt, timeZone }: Copied, now: number): CopiesDraft {
  const weeks = Math.max(1, Math.floor((now - Date.parse(startsAt)) / WEEK) + 1)
  const start = Temporal.Instant.from(startsAt).toZonedDateTimeISO(timeZone)
  const date = start.toPlainDate().add({ weeks }).toString()
  return { startsAt: { date, time: wallClockAt(startsAt, timeZone).time }, repeat: 'once', count: '6' }
}

/** What the server is sent, or what has to be said first. @param now milliseconds */
export function readCopies(
  { startsAt, repeat, count }: CopiesDraft,
  { allDay, timeZone }: Copied,
  now: number,
): { duplication: Duplication } | { errors: FieldErrors } {
  const read = allDay ? readDay(startsAt.date, { timeZone }) : readMoment(startsAt, timeZone)
  if ('error' in read) return { errors: { startsAt: read.error } }
  if (Date.parse(read.instant) <= now)
    return { errors: { startsAt: 'Please choose a time that is still to come.' } }
  const repetition = repeat === 'once' ? {} : { repeat: { every: repeat, count: Number(count) } }
  return { duplication: { startsAt: read.instant, ...repetition } }
}

export interface CopyDate extends Moments {
  /** Why it is not as the first of them. */
  note?: string
}

/** When the copies take place, as the server will make them. */
export function copyDates(event: Copied, { startsAt, repeat }: Duplication): CopyDate[] {
  const first = clockOf(startsAt, event.timeZone)
  return datesOfCopies(event, startsAt, repeat).map((dates) => {
    const note = noteOf(first, clockOf(dates.startsAt, event.timeZone), { ...event, ...repeat })
    return { ...dates, ...(note && { note }) }
  })
}

interface Kind {
  allDay: boolean
  every?: Repeat
}

function noteOf(first: Temporal.PlainDateTime, here: Temporal.PlainDateTime, { allDay, every }: Kind) {
  if (every === 'monthly' && here.day < first.day) return `The month has ${here.daysInMonth} days.`
  if (!allDay && !here.toPlainTime().equals(first.toPlainTime()))
    return `The clocks skip ${first.toPlainTime().toString().slice(0, 5)} on that day.`
  return undefined
}

const clockOf = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime()
