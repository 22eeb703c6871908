import type { RosterEntry, RosterPage } from '#shared/roster.ts'
import { CHECK_IN_OPENS, type RosterFilter } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import { ordinal } from '#client/features/events/labels.ts'
import type { BadgeProps } from '#client/ui/Badge.tsx'
import type { Tab } from '#client/ui/Tabs.tsx'

import type { RosterView } from '#client/features/events/queries.ts'

/** In the order of the tabs. */
const FILTER_NAMES: Record<RosterView['filter'], string> = {
  all: 'Everyone',
  going: 'Going',
  checkedIn: 'Checked in',
  noShow: 'No-show',
  waitlisted: 'Waitlist',
  offered: 'Seat offered',
  maybe: 'Maybe',
  declined: 'Not going',
}

const FILTERS = Object.keys(FILTER_NAMES) as RosterView['filter'][]

type Counts = RosterPage['counts']

/** Everyone who answered. */
export const answersIn = ({ going, maybe, waitlisted, offered, declined }: Counts) =>
  going + maybe + waitlisted + offered + declined

/**
 * With how many each would show, once that is known. Those that this event has no use for are left out, unless one is
 * open.
 */
export function filtersFor(
  { capacity, status }: Pick<EventDetails, 'capacity' | 'status'>,
  counts: Counts | undefined,
  open: RosterView['filter'],
  isOpen: boolean,
) {
  const isOfUse: Partial<Record<RosterFilter, boolean>> = {
    waitlisted: capacity !== undefined,
    offered: false,
    checkedIn: status !== 'cancelled' && isOpen,
    noShow: false,
  }
  const countOf = (value: RosterView['filter']) =>
    counts && (value === 'all' ? answersIn(counts) : counts[value])
  return FILTERS.filter(
    (value) => value === open || value === 'all' || (isOfUse[value] ?? true) || countOf(value),
  ).map((value): Tab<RosterView['filter']> => {
    const count = countOf(value)
    return { value, label: FILTER_NAMES[value], ...(count !== undefined && { count }) }
  })
}

/** Whether people may have been checked in by now. */
export const isCheckInOpen = ({ startsAt }: Pick<EventDetails, 'startsAt'>, now: number) =>
  now >= Date.parse(startsAt) - CHECK_IN_OPENS

type Words = { words: string; tone: NonNullable<BadgeProps['tone']> }

/** What has become of someone's answer. */
export function rosterStateLabel({ state, position, lapsed, checkedInAt, noShow }: RosterEntry): Words {
  if (noShow) return { words: FILTER_NAMES.noShow, tone: 'danger' }
  if (checkedInAt) return { words: FILTER_NAMES.checkedIn, tone: 'accent' }
  switch (state) {
    case 'going':
      return { words: FILTER_NAMES.going, tone: 'accent' }
    case 'waitlisted':
      return { words: position ? `${ordinal(position)} in line` : FILTER_NAMES.waitlisted, tone: 'gold' }
    case 'offered':
      return { words: FILTER_NAMES.offered, tone: 'gold' }
    case 'maybe':
      return { words: FILTER_NAMES.maybe, tone: 'neutral' }
    case 'declined':
      return { words: lapsed ? 'Offer ran out' : FILTER_NAMES.declined, tone: 'neutral' }
  }
}
