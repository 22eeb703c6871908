import type { RsvpState } from '#shared/event-rules.ts'
import type { MemberCard } from '#shared/members.ts'
import { writeCsv } from '#server/lib/csv.ts'

import type { OrganisedEvent } from './managed-event.ts'
import type { RosterLine } from './roster-entries.ts'

const STATES: Readonly<Record<RsvpState, string>> = {
  going: 'Going',
  maybe: 'Maybe',
  waitlisted: 'Waitlist',
  offered: 'Seat offered',
  declined: 'Not going',
}

/** Without addresses: who may see them decides each member, and a file goes from hand to hand. */
export function rosterCsv(
  { timeZone }: Pick<OrganisedEvent, 'timeZone'>,
  lines: readonly RosterLine[],
  cards: (id: string) => MemberCard,
) {
  const local = (instant: string | undefined) => (instant ? wallClock(instant, timeZone) : '')
  const header = [
    'Name',
    'Company',
    'Answer',
    'Guests',
    'Place on waitlist',
    `Answered (${timeZone})`,
    `Checked in (${timeZone})`,
    'No-show',
  ]
  const rows = lines.map(({ member, state, guests, position, answeredAt, checkedInAt, noShow }) => {
    const { displayName, company = '' } = cards(member)
    return [
      displayName,
      company,
      STATES[state],
      guests,
      position ?? '',
      local(answeredAt),
      local(checkedInAt),
      noShow ? 'Yes' : '',
    ]
  })
  return writeCsv([header, ...rows])
}

/** `2026-07-01 07:30`, which spreadsheets everywhere read as a time. */
const wallClock = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')
