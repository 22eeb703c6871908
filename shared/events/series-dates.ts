/** The dates of a series. Imports nothing, so that browsers can show the dates before the copies are created. */

/** ISO instants in UTC, and the IANA zone of their local times. */
export interface EventDates {
  startsAt: string
  endsAt: string
  rsvpOpensAt?: string
  rsvpDeadline?: string
  timeZone: string
  /** Whether it lasts from midnight to midnight. */
  allDay?: boolean
}

interface Repetition {
  every: 'weekly' | 'monthly'
  /** Events in total, including the first. */
  count: number
}

/**
 * The dates of copies of an event: the first at `startsAt`, each later one at the same local time of the event's
 * zone, or just after if the start of summer time skips it. Monthly copies keep the day of the month, or take the
 * last day of a shorter month. An end, opening or deadline within a day of the start keeps its distance in minutes;
 * one further away keeps its local time, so a weekend ends at noon even if the clocks change.
 */
export function datesOfCopies(
  event: EventDates,
  startsAt: string,
  { every, count }: Repetition = { every: 'weekly', count: 1 },
): EventDates[] {
  const { timeZone, allDay = false } = event
  const zoned = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
  const start = zoned(event.startsAt)
  const first = zoned(startsAt)
  const toEnd = distance(start, zoned(event.endsAt), allDay)
  const toOpening = event.rsvpOpensAt && distance(start, zoned(event.rsvpOpensAt), allDay)
  const toDeadline = event.rsvpDeadline && distance(start, zoned(event.rsvpDeadline), allDay)

  return Array.from({ length: count }, (_, at) => {
    const step = every === 'weekly' ? { weeks: at } : { months: at }
    // Counted from the first copy: otherwise a short month or a skipped hour would shift all later ones.
    const localStart = localTime(first, allDay).add(step)
    // When an hour occurs twice, the first copy keeps the given one.
    const copy = { localStart, start: at === 0 ? first : localStart.toZonedDateTime(timeZone) }
    return {
      startsAt: inUtc(copy.start),
      endsAt: inUtc(toEnd(copy)),
      ...(toOpening && { rsvpOpensAt: inUtc(toOpening(copy)) }),
      ...(toDeadline && { rsvpDeadline: inUtc(toDeadline(copy)) }),
      timeZone,
    }
  })
}

interface Copy {
  start: Temporal.ZonedDateTime
  /** Local time, which the start of summer time may skip. */
  localStart: Temporal.PlainDateTime
}

function distance(start: Temporal.ZonedDateTime, moment: Temporal.ZonedDateTime, allDay: boolean) {
  const localDistance = localTime(start, allDay).until(localTime(moment, allDay), { largestUnit: 'days' })
  const elapsed = start.until(moment, { largestUnit: 'hours' })
  return ({ start: from, localStart }: Copy) =>
    localDistance.days === 0
      ? from.add(elapsed)
      : localStart.add(localDistance).toZonedDateTime(start.timeZoneId)
}

/** Where summer time skips midnight, the day starts at 1 am: all-day events still count from midnight. */
const localTime = (time: Temporal.ZonedDateTime, allDay: boolean) =>
  allDay && time.equals(time.startOfDay()) ? time.toPlainDate().toPlainDateTime() : time.toPlainDateTime()

const inUtc = (time: Temporal.ZonedDateTime) => new Date(time.epochMilliseconds).toISOString()
