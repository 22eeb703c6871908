import { comesTwice, daysOf, utcTime, wallClock, zonedTime } from './calendar-times.ts'
import { contentLine, escapeText } from './content-line.ts'
import { type Span, timeZoneLines } from './time-zone-lines.ts'

/** What stands in a calendar, whatever it was made of. Instants are ISO texts. */
export interface CalendarEntry {
  /** The same in every file and for ever: by it a calendar knows the entry again. */
  uid: string
  /** Grows with each change that a calendar must take over. */
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
}

export interface CalendarFile {
  /** Of what wrote it. */
  product: string
  entries: readonly CalendarEntry[]
  /** What to call it and how often to look, for calendars that are subscribed to. */
  subscription?: { name: string; refreshEvery: string }
}

/** iCalendar (RFC 5545 and 7986). The same entries make the same text, so that it can be recognised as unchanged. */
export function writeCalendar({ product, entries, subscription }: CalendarFile): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(product)}//Calendar//EN`,
    'CALSCALE:GREGORIAN',
    // Also of what is cancelled: RFC 5546 has CANCEL answer an invitation, and there is no organizer's address to name.
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

/** One for each zone that a time names. */
function zoneLines(entries: readonly CalendarEntry[]) {
  const spans = entries.filter((entry) => !entry.allDay && !isInUtc(entry)).map(spanOf)
  const byZone = Map.groupBy(spans, ({ startsAt }) => startsAt.timeZoneId)
  return [...byZone].flatMap(([timeZone, inZone]) => timeZoneLines(timeZone, inZone))
}

function entryLines(entry: CalendarEntry): string[] {
  const { description, location, url } = entry
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    // Of the last change, not of the writing: else no two readings would be the same.
    `DTSTAMP:${utcTime(entry.changedAt)}`,
    `LAST-MODIFIED:${utcTime(entry.changedAt)}`,
    ...timeLines(entry),
    `SUMMARY:${escapeText(entry.title)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    ...(url ? [`URL:${url}`] : []),
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
  return [`DTSTART;${zone}:${wallClock(startsAt)}`, `DTEND;${zone}:${wallClock(endsAt)}`]
}

const spanOf = ({ startsAt, endsAt, timeZone }: CalendarEntry): Span => ({
  startsAt: zonedTime(startsAt, timeZone),
  endsAt: zonedTime(endsAt, timeZone),
})

function isInUtc(entry: CalendarEntry) {
  const { startsAt, endsAt } = spanOf(entry)
  return startsAt.timeZoneId === 'UTC' || comesTwice(startsAt) || comesTwice(endsAt)
}
