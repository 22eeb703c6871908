import { wallClock } from './calendar-times.ts'

type Zoned = Temporal.ZonedDateTime

export interface Span {
  startsAt: Zoned
  endsAt: Zoned
}

/** From when on the zone is how far from UTC. */
interface Observance {
  /** By the clock as it was until then. */
  onset: string
  before: number
  offset: number
}

/**
 * A VTIMEZONE of the zone's real changes around each of the spans. Rules that repeat for ever would be shorter, but
 * the zone database has none to give, and governments change them.
 * @param spans all in the one zone; at least one
 */
export function timeZoneLines(timeZone: string, spans: readonly Span[]): string[] {
  const observances = observancesAround(spans)
  const least = Math.min(...observances.map(({ offset }) => offset))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...observances.flatMap(({ onset, before, offset }) => {
      // Which half of the year is the standard one is a matter of words: the offsets decide the time.
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

/** The last change up to the start, those until the end, and one more, so that both halves of the year are there. */
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

/** `+0530`; with seconds where the zone had them, before it had a standard time. */
function utcOffset(nanoseconds: number) {
  const seconds = Math.abs(nanoseconds) / 1_000_000_000
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  if (seconds % 60 > 0) parts.push(seconds % 60)
  return (nanoseconds < 0 ? '-' : '+') + parts.map((part) => String(part).padStart(2, '0')).join('')
}
