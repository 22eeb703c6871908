/** The dates of a series. This file imports nothing, so that the browser may: it shows them before they are made. */

/** ISO instants in UTC, and the IANA name of the zone whose clock they go by. */
export interface Moments {
  startsAt: string
  endsAt: string
  rsvpDeadline?: string
  timeZone: string
}

export interface Repetition {
  every: 'weekly' | 'monthly'
  /** Events in all, the first included. */
  count: number
}

/**
 * When copies of an event take place: the first at `startsAt`, each later one at the same time by the clock of the
 * event's zone, or as soon after as that clock shows when summer time skips it. Monthly copies keep the day of the
 * month, or take the last day of a shorter one. Whole days of the length, and of the time between the deadline and
 * the start, are days by the calendar: what ends at noon ends at noon, however long the night was.
 */
export function datesOfCopies(
  event: Moments,
  startsAt: string,
  { every, count }: Repetition = { every: 'weekly', count: 1 },
): Moments[] {
  const zoned = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(event.timeZone)
  const start = zoned(event.startsAt)
  const untilEnd = start.until(zoned(event.endsAt), { largestUnit: 'days' })
  const untilDeadline = event.rsvpDeadline && start.until(zoned(event.rsvpDeadline), { largestUnit: 'days' })
  const first = zoned(startsAt)

  return Array.from({ length: count }, (_, at) => {
    // Each from the first: from one to the next, a short month or a skipped hour would stay in all that follow.
    const copy = first.add(every === 'weekly' ? { weeks: at } : { months: at })
    return {
      startsAt: inUtc(copy),
      endsAt: inUtc(copy.add(untilEnd)),
      ...(untilDeadline && { rsvpDeadline: inUtc(copy.add(untilDeadline)) }),
      timeZone: event.timeZone,
    }
  })
}

const inUtc = (time: Temporal.ZonedDateTime) => new Date(time.epochMilliseconds).toISOString()
