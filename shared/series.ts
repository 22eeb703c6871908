/** The dates of a series. This file imports nothing, so that the browser may: it shows them before they are made. */

/** ISO instants in UTC, and the IANA name of the zone whose clock they go by. */
export interface Moments {
  startsAt: string
  endsAt: string
  rsvpDeadline?: string
  timeZone: string
  /** From the beginning of a day to that of another. */
  allDay?: boolean
}

export interface Repetition {
  every: 'weekly' | 'monthly'
  /** Events in all, the first included. */
  count: number
}

/**
 * When copies of an event take place: the first at `startsAt`, each later one at the same time by the clock of the
 * event's zone, or as soon after as that clock shows when summer time skips it. Monthly copies keep the day of the
 * month, or take the last day of a shorter one. What is within a day of the start stays as many minutes from it;
 * what is further away stays at its time by the clock: a weekend ends at noon, however long its nights are.
 */
export function datesOfCopies(
  event: Moments,
  startsAt: string,
  { every, count }: Repetition = { every: 'weekly', count: 1 },
): Moments[] {
  const { timeZone, allDay = false } = event
  const zoned = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
  const start = zoned(event.startsAt)
  const first = zoned(startsAt)
  const toEnd = distance(start, zoned(event.endsAt), allDay)
  const toDeadline = event.rsvpDeadline && distance(start, zoned(event.rsvpDeadline), allDay)

  return Array.from({ length: count }, (_, at) => {
    const step = every === 'weekly' ? { weeks: at } : { months: at }
    // Each from the first: from one to the next, a short month or a skipped hour would stay in all that follow.
    const wanted = byClock(first, allDay).add(step)
    // Of two equal hours, the first copy begins in the one that was given.
    const copy = { wanted, start: at === 0 ? first : wanted.toZonedDateTime(timeZone) }
    return {
      startsAt: inUtc(copy.start),
      endsAt: inUtc(toEnd(copy)),
      ...(toDeadline && { rsvpDeadline: inUtc(toDeadline(copy)) }),
      timeZone,
    }
  })
}

interface Copy {
  start: Temporal.ZonedDateTime
  /** By the clock, which may not show it on that day. */
  wanted: Temporal.PlainDateTime
}

function distance(start: Temporal.ZonedDateTime, moment: Temporal.ZonedDateTime, allDay: boolean) {
  const onTheWall = byClock(start, allDay).until(byClock(moment, allDay), { largestUnit: 'days' })
  const elapsed = start.until(moment, { largestUnit: 'hours' })
  return ({ start: from, wanted }: Copy) =>
    onTheWall.days === 0 ? from.add(elapsed) : wanted.add(onTheWall).toZonedDateTime(start.timeZoneId)
}

/** Where summer time skips midnight, the day begins at one: what goes by days is at midnight there too. */
const byClock = (time: Temporal.ZonedDateTime, allDay: boolean) =>
  allDay && time.equals(time.startOfDay()) ? time.toPlainDate().toPlainDateTime() : time.toPlainDateTime()

const inUtc = (time: Temporal.ZonedDateTime) => new Date(time.epochMilliseconds).toISOString()
