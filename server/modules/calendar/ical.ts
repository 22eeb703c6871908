import { daysOf, isAmbiguous, type Span, utcTime, wallClock, zonedTime } from './times.ts'
import { isCovered, timeZoneLines } from './zone-definition.ts'

/** An event or meeting as calendars show it. Instants are ISO texts. */
export interface CalendarEntry {
  /** Stable: calendars recognise the entry by it. */
  uid: string
  /** Increases with each change that calendars must show. */
  sequence: number
  changedAt: string
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  title: string
  startsAt: string
  endsAt: string
  allDay: boolean
  /** IANA name. */
  timeZone: string
  description: string
  location: string
  url?: string
  categories?: readonly string[]
}

interface CalendarFile {
  /** Product name. */
  product: string
  entries: readonly CalendarEntry[]
  /** Only for feeds: name and refresh interval (ISO 8601 duration). */
  subscription?: { name: string; refreshEvery: string }
}

/** iCalendar (RFC 5545 and 7986). Deterministic, so that unchanged files can be recognised. */
export function writeCalendar({ product, entries, subscription }: CalendarFile): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(product)}//Calendar//EN`,
    'CALSCALE:GREGORIAN',
    // Used for cancelled entries too: in RFC 5546, CANCEL refers to an invitation and needs the organiser's
    // address.
    'METHOD:PUBLISH',
    ...(subscription ? subscriptionLines(subscription) : []),
    ...zoneLines(entries),
    ...entries.flatMap(entryLines),
    'END:VCALENDAR',
  ]
  return lines.map(contentLine).join('')
}

const subscriptionLines = ({ name, refreshEvery }: NonNullable<CalendarFile['subscription']>) => [
  `NAME:${escapeText(name)}`,
  `X-WR-CALNAME:${escapeText(name)}`,
  `REFRESH-INTERVAL;VALUE=DURATION:${refreshEvery}`,
  `X-PUBLISHED-TTL:${refreshEvery}`,
]

/** One VTIMEZONE for each zone that a time names. */
function zoneLines(entries: readonly CalendarEntry[]) {
  const named = entries.filter((entry) => !entry.allDay && !isInUtc(entry))
  return [...new Set(named.map(({ timeZone }) => timeZone))].flatMap(timeZoneLines)
}

function entryLines(entry: CalendarEntry): string[] {
  const { description, location, url, categories = [] } = entry
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    // The last change instead of the current time, so that unchanged files are equal.
    `DTSTAMP:${utcTime(entry.changedAt)}`,
    `LAST-MODIFIED:${utcTime(entry.changedAt)}`,
    ...timeLines(entry),
    `SUMMARY:${escapeText(entry.title)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    ...(categories.length > 0 ? [`CATEGORIES:${categories.map(escapeText).join(',')}`] : []),
    `STATUS:${entry.status}`,
    'END:VEVENT',
  ]
}

function timeLines(entry: CalendarEntry): string[] {
  const { startsAt, endsAt } = spanOf(entry)
  if (entry.allDay) {
    const [first, dayAfter] = daysOf(startsAt, endsAt)
    return [`DTSTART;VALUE=DATE:${first}`, `DTEND;VALUE=DATE:${dayAfter}`]
  }
  if (isInUtc(entry)) return [`DTSTART:${utcTime(entry.startsAt)}`, `DTEND:${utcTime(entry.endsAt)}`]
  const zone = `TZID=${startsAt.timeZoneId}`
  const [from, to] = [startsAt, endsAt].map((time) => wallClock(time.toPlainDateTime()))
  return [`DTSTART;${zone}:${from}`, `DTEND;${zone}:${to}`]
}

const spanOf = ({ startsAt, endsAt, timeZone }: CalendarEntry): Span => ({
  startsAt: zonedTime(startsAt, timeZone),
  endsAt: zonedTime(endsAt, timeZone),
})

function isInUtc(entry: CalendarEntry) {
  const span = spanOf(entry)
  const { startsAt, endsAt } = span
  return startsAt.timeZoneId === 'UTC' || !isCovered(span) || isAmbiguous(startsAt) || isAmbiguous(endsAt)
}

/** Maximum octets without the line break (RFC 5545, section 3.1). */
const MAX_LINE = 75

/**
 * A value of type TEXT. Control characters other than tabs and line breaks are dropped: some apps break lines at
 * them.
 */
export const escapeText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** One property or boundary with its line break; folded if it is too long, never inside a character. */
export function contentLine(line: string): string {
  if (Buffer.byteLength(line) <= MAX_LINE) return `${line}\r\n`
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_LINE) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return `${folded}\r\n`
}
