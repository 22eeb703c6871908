type Zoned = Temporal.ZonedDateTime

export const zonedTime = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)

/** `20261025T013000`: by the clock on the wall. */
export const wallClock = (time: Zoned) =>
  time.toPlainDateTime().toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')

export const utcTime = (instant: string) => `${wallClock(zonedTime(instant, 'UTC'))}Z`

/** Whether the clock shows this twice on that day: readers do not agree on which of the two is meant. */
export function comesTwice(time: Zoned) {
  const onTheWall = time.toPlainDateTime()
  const [first, last] = (['earlier', 'later'] as const).map((disambiguation) =>
    onTheWall.toZonedDateTime(time.timeZoneId, { disambiguation }),
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
