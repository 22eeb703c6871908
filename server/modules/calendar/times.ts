type Zoned = Temporal.ZonedDateTime

export const zonedTime = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)

/** `20261025T013000`: local time. */
export const wallClock = (time: Temporal.PlainDateTime) =>
  time.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')

export const utcTime = (instant: string) => `${wallClock(zonedTime(instant, 'UTC').toPlainDateTime())}Z`

/** Whether this local time occurs twice that day: calendar apps disagree on which one is meant. */
export function isAmbiguous(time: Zoned) {
  const local = time.toPlainDateTime()
  const [first, last] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(time.timeZoneId, { disambiguation }),
  )
  return first?.epochMilliseconds !== last?.epochMilliseconds
}

const calendarDate = (date: Temporal.PlainDate) => date.toString().replaceAll('-', '')

/** The first day, and the day after the last. */
export const daysOf = (startsAt: Zoned, endsAt: Zoned) =>
  [
    calendarDate(startsAt.toPlainDate()),
    calendarDate(endsAt.subtract({ nanoseconds: 1 }).toPlainDate().add({ days: 1 })),
  ] as const

export interface Span {
  startsAt: Zoned
  endsAt: Zoned
}
