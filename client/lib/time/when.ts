import { CLOCK, LOCALE } from './dates.ts'

import { isSameClock, ownZoneLabel, zoneLabel } from './zones.ts'

/** From one instant to another, somewhere. */
export interface Span {
  startsAt: string
  endsAt: string
  /** IANA name. */
  timeZone: string
  /** Shown by its days alone: it starts and ends at midnight in its zone. */
  allDay: boolean
}

/** What clocks in one zone show. */
export interface ZonedText {
  /** `Thursday 3 December 2026`, or the first and the last day. */
  days: string
  /** `18:00 – 20:00`; with the day if it ends on another, or starts on another than `days` of the first text. */
  times: string
  /** `Lisbon time`, `your time (Zurich)`. */
  zone: string
}

/**
 * One or two readings of the same span. The viewer's own comes first where their clock shows something else;
 * what lasts whole days is read where it happens.
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

/** `14:00 Lisbon time`, with the day unless it is today. */
export function formatMoment(instant: string, timeZone: string, today?: string) {
  const at = new Date(instant)
  const time = `${format(CLOCK, timeZone).format(at)} ${zoneLabel(timeZone, instant)}`
  return dayAt(instant, timeZone) === today ? time : `${format(SHORT, timeZone).format(at)}, ${time}`
}

/** The calendar day on which the viewer has it: `2026-12-03`. */
export const dayOf = ({ startsAt, timeZone, allDay }: Span, viewerZone: string) =>
  dayAt(startsAt, allDay ? timeZone : viewerZone)

export const dayAt = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()

const FULL: Intl.DateTimeFormatOptions = { dateStyle: 'full' }
const SHORT: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }

const format = (options: Intl.DateTimeFormatOptions, timeZone: string) =>
  new Intl.DateTimeFormat(LOCALE, { ...options, timeZone })

/** Midnight belongs to the day that it ends. */
const lastMoment = ({ startsAt, endsAt }: Span) =>
  new Date(Math.max(Date.parse(startsAt), Date.parse(endsAt) - 1))

const daysLabel = (span: Span, zone: string) =>
  format(FULL, zone).formatRange(new Date(span.startsAt), lastMoment(span))

function allDayLabel(span: Span) {
  const last = lastMoment(span)
  if (dayAt(span.startsAt, span.timeZone) === dayAt(last.toISOString(), span.timeZone)) return 'All day'
  return `All day until ${format(SHORT, span.timeZone).format(last)}`
}

function timesLabel(span: Span, zone: string, beside: string) {
  const [from, to] = [new Date(span.startsAt), new Date(span.endsAt)]
  const day = dayAt(span.startsAt, zone)
  const clock = format(CLOCK, zone)
  const onDay = (times: string, at: Date) => `${format(SHORT, zone).format(at)}, ${times}`
  const onOwnDay = (times: string) => (day === beside ? times : onDay(times, from))
  if (day !== dayAt(lastMoment(span).toISOString(), zone))
    return `${onOwnDay(clock.format(from))} – ${onDay(clock.format(to), to)}`
  // Up to midnight the browser would name the days, as it takes midnight for the next one.
  const isToMidnight = day !== dayAt(span.endsAt, zone)
  const times = isToMidnight ? `${clock.format(from)} – ${clock.format(to)}` : clock.formatRange(from, to)
  return onOwnDay(times)
}
