import { type Span, wallClock } from './times.ts'

type Zoned = Temporal.ZonedDateTime

/** A change of a zone's offset from UTC. */
interface Change {
  at: Temporal.Instant
  /** Local time before the change. */
  onset: Temporal.PlainDateTime
  /** Offsets in nanoseconds. */
  before: number
  offset: number
}

/** Definitions are correct for these years, however they are used. */
const FIRST = Temporal.Instant.from('2010-01-01T00:00:00Z')
const LAST = Temporal.Instant.from('2060-01-01T00:00:00Z')

/** Whether the definition of its zone covers it. */
export const isCovered = ({ startsAt, endsAt }: Span) =>
  Temporal.Instant.compare(startsAt.toInstant(), FIRST) >= 0 &&
  Temporal.Instant.compare(endsAt.toInstant(), LAST) < 0

const definitions = new Map<string, readonly string[]>()

/**
 * The VTIMEZONE of a zone, which depends only on the zone: apps keep the first definition that they see under a
 * name, so any two files have to agree. Contains rules for regular changes, and a list of the others.
 */
export const timeZoneLines = (timeZone: string) =>
  definitions.getOrInsertComputed(timeZone, () => {
    const changes = changesOf(timeZone)
    const least = Math.min(...changes.map(({ offset }) => offset))
    return [
      'BEGIN:VTIMEZONE',
      `TZID:${timeZone}`,
      ...seriesOf(changes).flatMap((series) => observanceLines(series, least)),
      'END:VTIMEZONE',
    ]
  })

/** The last change before the covered years, and those within them. */
function changesOf(timeZone: string): Change[] {
  const start = FIRST.toZonedDateTimeISO(timeZone)
  const changes = [
    changeAt(start.add({ nanoseconds: 1 }).getTimeZoneTransition('previous') ?? epochOf(start)),
  ]
  for (let next = nextChange(start); next; next = nextChange(next)) changes.push(changeAt(next))
  return changes
}

function nextChange(after: Zoned) {
  const next = after.getTimeZoneTransition('next')
  return next && Temporal.Instant.compare(next.toInstant(), LAST) < 0 ? next : undefined
}

const epochOf = (time: Zoned) => time.with({ year: 1970, month: 1, day: 1 }).startOfDay()

function changeAt(time: Zoned): Change {
  const at = time.toInstant()
  const before = time.subtract({ nanoseconds: 1 }).offsetNanoseconds
  const onset = at.add({ nanoseconds: before }).toZonedDateTimeISO('UTC').toPlainDateTime()
  return { at, onset, before, offset: time.offsetNanoseconds }
}

/** Changes of successive years that one rule describes; a single change is a series, too. */
type Series = readonly [Change, ...Change[]]

function seriesOf(changes: readonly Change[]): Series[] {
  const all: Series[] = []
  const openByKind = new Map<string, number>()
  for (const change of changes) {
    const { onset, before, offset } = change
    const kind = [before, offset, onset.month, onset.dayOfWeek, onset.toPlainTime()].join(' ')
    const index = openByKind.get(kind)
    const open = index === undefined ? undefined : all[index]
    const longer: Series | undefined = open && [...open, change]
    if (index !== undefined && longer && isYearly(longer) && dayRule(longer)) all[index] = longer
    else openByKind.set(kind, all.push([change]) - 1)
  }
  return all
}

const isYearly = (series: Series) => series.at(-1)!.onset.year === series.at(-2)!.onset.year + 1

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const SHORTEST_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Position of the weekday in the month, if one rule matches all: the last, the nth, or the first from some date on.
 */
function dayRule(series: Series): string | undefined {
  const [{ onset }] = series
  const weekday = WEEKDAYS[onset.dayOfWeek - 1]!
  const days = series.map((change) => change.onset.day)
  if (series.every((change) => change.onset.day + 7 > change.onset.daysInMonth)) return `BYDAY=-1${weekday}`
  const nth = Math.ceil(onset.day / 7)
  if (nth < 5 && days.every((day) => Math.ceil(day / 7) === nth)) return `BYDAY=${nth}${weekday}`
  const first = Math.min(...days, SHORTEST_MONTH[onset.month - 1]! - 6)
  if (Math.max(...days) > first + 6) return undefined
  return `BYMONTHDAY=${Array.from({ length: 7 }, (_, at) => first + at).join(',')};BYDAY=${weekday}`
}

function observanceLines(series: Series, least: number): string[] {
  const [{ onset, before, offset }] = series
  // Calling either half of the year standard time makes no difference: the offsets decide.
  const kind = offset > least ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${wallClock(onset)}`,
    `TZOFFSETFROM:${utcOffset(before)}`,
    `TZOFFSETTO:${utcOffset(offset)}`,
    ...ruleLines(series),
    `END:${kind}`,
  ]
}

/** The rule has no end if it is still valid at the end of the covered years. */
function ruleLines(series: Series): string[] {
  if (series.length === 1) return []
  const { at, onset } = series.at(-1)!
  const isOver = onset.year < LAST.toZonedDateTimeISO('UTC').year - 1
  const until = isOver ? `;UNTIL=${wallClock(at.toZonedDateTimeISO('UTC').toPlainDateTime())}Z` : ''
  return [`RRULE:FREQ=YEARLY;BYMONTH=${onset.month};${dayRule(series)}${until}`]
}

/** `+0530`; with seconds for dates before standard time. */
function utcOffset(nanoseconds: number) {
  const seconds = Math.abs(nanoseconds) / 1_000_000_000
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  if (seconds % 60 > 0) parts.push(seconds % 60)
  return (nanoseconds < 0 ? '-' : '+') + parts.map((part) => String(part).padStart(2, '0')).join('')
}
