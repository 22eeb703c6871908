import * as m from '#shared/lib/messages.ts'
import { CLOCK, formatAt, formatSpan } from '#shared/lib/date-style.ts'
import { zoneLabel } from '#shared/lib/time-zone-labels.ts'

import { yearUnlessThis } from './dates.ts'
import { isSameClock, ownZoneLabel } from './zones.ts'

/** A span between two instants, in the time zone of its place. */
export interface Span {
  startsAt: string
  endsAt: string
  /** IANA name. */
  timeZone: string
  /** Shown only by its days: it starts and ends at midnight in its zone. */
  allDay: boolean
}

/** The reading of clocks in one zone. */
export interface ZonedText {
  /** `Thursday 3 December 2026`, or the first and the last day. */
  days: string
  /** `18:00 – 20:00`; with the day if it ends on another, or starts on another than `days` of the first text. */
  times: string
  /** `Lisbon time`, `your time (Zurich)`. */
  zone: string
}

/**
 * One or two readings of the same span. The viewer's own comes first if their clock shows a different time; an
 * all-day span is read only in its own zone.
 */
export function formatWhen(span: Span, viewerZone: string): [ZonedText, ZonedText?] {
  const { startsAt, endsAt, timeZone, allDay } = span
  const there = zoneLabel(timeZone, startsAt)
  if (allDay) return [{ days: daysLabel(span, timeZone), times: allDayLabel(span), zone: there }]
  const read = (zone: string, beside: string) => ({
    days: daysLabel(span, zone),
    times: timesLabel(span, zone, beside),
  })
  if (isSameClock(timeZone, viewerZone, startsAt, endsAt))
    return [{ ...read(timeZone, dayAt(startsAt, timeZone)), zone: there }]
  const day = dayAt(startsAt, viewerZone)
  return [
    { ...read(viewerZone, day), zone: ownZoneLabel(viewerZone, startsAt) },
    { ...read(timeZone, day), zone: there },
  ]
}

/** `14:00 Lisbon time`, with the day unless it is today, and the year unless it is this one. */
export function formatMoment(instant: string, timeZone: string, today?: string) {
  const at = new Date(instant)
  const time = m.timeInZone({
    time: formatAt(at, { ...CLOCK, timeZone }),
    zone: zoneLabel(timeZone, instant),
  })
  return dayAt(instant, timeZone) === today ? time : `${shortDay(at, timeZone)}, ${time}`
}

/** When it starts: `Thu 3 Dec, 18:00 Lisbon time`, or the first day of an all-day span, in its own zone. */
export const formatStart = ({ startsAt, timeZone, allDay }: Omit<Span, 'endsAt'>, viewerZone: string) =>
  allDay ? shortDay(new Date(startsAt), timeZone) : formatMoment(startsAt, viewerZone)

/** `Thu 3 Dec`, with the year unless it is this one. */
const shortDay = (at: Date, timeZone: string) =>
  formatAt(at, { ...SHORT, ...yearUnlessThis(at.toISOString(), timeZone), timeZone })

/** The calendar day in the viewer's zone: `2026-12-03`. */
export const dayOf = ({ startsAt, timeZone, allDay }: Span, viewerZone: string) =>
  dayAt(startsAt, allDay ? timeZone : viewerZone)

export const dayAt = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()

const FULL: Intl.DateTimeFormatOptions = { dateStyle: 'full' }
const SHORT: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }

/** Midnight belongs to the day that it ends. */
const lastMoment = ({ startsAt, endsAt }: Span) =>
  new Date(Math.max(Date.parse(startsAt), Date.parse(endsAt) - 1))

const daysLabel = (span: Span, zone: string) =>
  formatSpan(new Date(span.startsAt), lastMoment(span), { ...FULL, timeZone: zone })

function allDayLabel(span: Span) {
  const last = lastMoment(span)
  if (dayAt(span.startsAt, span.timeZone) === dayAt(last.toISOString(), span.timeZone)) return m.allDay()
  return m.allDayUntil({ day: shortDay(last, span.timeZone) })
}

function timesLabel(span: Span, zone: string, beside: string) {
  const [from, to] = [new Date(span.startsAt), new Date(span.endsAt)]
  const day = dayAt(span.startsAt, zone)
  const clock = { ...CLOCK, timeZone: zone }
  const withDay = {
    ...SHORT,
    ...yearUnlessThis(span.startsAt, zone),
    ...yearUnlessThis(span.endsAt, zone),
    ...clock,
  }
  if (day !== dayAt(lastMoment(span).toISOString(), zone)) {
    return m.clockTime({
      time:
        day === beside
          ? `${formatAt(from, clock)} – ${formatAt(to, withDay)}`
          : formatSpan(from, to, withDay),
    })
  }
  // For an end at midnight the browser would name the days, because it counts midnight as the next one.
  const isToMidnight = day !== dayAt(span.endsAt, zone)
  const times = isToMidnight
    ? m.clockTime({ time: `${formatAt(from, clock)} – ${formatAt(to, clock)}` })
    : formatSpan(from, to, clock)
  return day === beside ? times : `${shortDay(from, zone)}, ${times}`
}
