type Zoned = Temporal.ZonedDateTime

export const zonedTime = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)

/** `20261025T013000`: local time. */
export const wallClock = (time: Zoned) =>
  time.toPlainDateTime().toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')

export const utcTime = (instant: string) => `${wallClock(zonedTime(instant, 'UTC'))}Z`

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

/** An offset from UTC, and since when the zone has it. */
interface Observance {
  /** In local time before the change. */
  onset: string
  before: number
  offset: number
}

/**
 * A VTIMEZONE with the zone's actual changes around each span. Recurring rules would be shorter, but the zone database
 * does not expose them, and governments change them.
 * @param spans at least one, all in the zone
 */
export function timeZoneLines(timeZone: string, spans: readonly Span[]): string[] {
  const observances = observancesAround(spans)
  const least = Math.min(...observances.map(({ offset }) => offset))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...observances.flatMap(({ onset, before, offset }) => {
      // Which half of the year is called standard time makes no difference: the offsets decide.
      const kind = offset > least ? 'DAYLIGHT' : 'STANDARD'
      return [
        `BEGIN:${kind}`,
        `DTSTART:${onset}`,
        `TZOFFSETFROM:${utcOffset(before)}`,
        `TZOFFSETTO:${utcOffset(offset)}`,
        `END:${kind}`,
      ]
    }),
    'END:VTIMEZONE',
  ]
}

function observancesAround(spans: readonly Span[]): Observance[] {
  const changes = new Map(
    spans.flatMap(changesAround).map((change) => [change.epochMilliseconds, change] as const),
  )
  const inOrder = [...changes.values()].toSorted((a, b) => a.epochMilliseconds - b.epochMilliseconds)
  return inOrder.map((change) => {
    const before = change.subtract({ nanoseconds: 1 }).offsetNanoseconds
    const onset = change.toInstant().add({ nanoseconds: before }).toZonedDateTimeISO('UTC')
    return { onset: wallClock(onset), before, offset: change.offsetNanoseconds }
  })
}

/** The last change before the start, those until the end, and one more, so that both halves of the year are covered. */
function changesAround({ startsAt, endsAt }: Span): Zoned[] {
  const last = startsAt.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  const changes = [last ?? startsAt.with({ year: 1970, month: 1, day: 1 }).startOfDay()]
  let next = startsAt.getTimeZoneTransition('next')
  while (next) {
    changes.push(next)
    if (next.epochMilliseconds > endsAt.epochMilliseconds) break
    next = next.getTimeZoneTransition('next')
  }
  return changes
}

/** `+0530`; with seconds for dates before standard time. */
function utcOffset(nanoseconds: number) {
  const seconds = Math.abs(nanoseconds) / 1_000_000_000
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  if (seconds % 60 > 0) parts.push(seconds % 60)
  return (nanoseconds < 0 ? '-' : '+') + parts.map((part) => String(part).padStart(2, '0')).join('')
}
