import type { RsvpState } from '#shared/event-rules.ts'
import type { RosterEntry } from '#shared/roster.ts'
import { writeCsv } from '#server/lib/csv.ts'

const STATE_LABELS: Readonly<Record<RsvpState, string>> = {
  going: 'Going',
  maybe: 'Maybe',
  waitlisted: 'On the waitlist',
  offered: 'Seat offered',
  declined: 'Can’t go',
}

/**
 * Has no email addresses: each member decides who sees theirs, and files get passed on.
 * @param timeZone IANA name
 */
export function rosterCsv(timeZone: string, entries: readonly RosterEntry[]) {
  const local = (instant: string | undefined) => (instant ? wallClock(instant, timeZone) : '')
  const header = [
    'Name',
    'Company',
    'RSVP',
    'Guests',
    'Waitlist position',
    `RSVP time (${timeZone})`,
    `Checked in (${timeZone})`,
    'No-show',
  ]
  const lines = entries.map(({ member, state, guests, position, answeredAt, checkedInAt, noShow }) => [
    member.displayName,
    member.company ?? '',
    STATE_LABELS[state],
    guests,
    position ?? '',
    local(answeredAt),
    local(checkedInAt),
    noShow ? 'Yes' : '',
  ])
  return writeCsv([header, ...lines])
}

/** `2026-07-01 07:30`, which every spreadsheet reads as a time. */
const wallClock = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')
