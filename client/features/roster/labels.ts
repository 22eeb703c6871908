import { CHECK_IN_OPENS, type RosterFilter } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import type { RosterEntry, RosterPage } from '#shared/roster.ts'
import { type BadgeLabel, waitlistLabel } from '#client/features/events/labels.ts'
import type { RosterView } from '#client/features/events/queries.ts'
import type { Tab } from '#client/ui/Tabs.tsx'

/** In the order of the tabs. */
export const FILTER_NAMES: Record<RosterView['filter'], string> = {
  all: 'Everyone',
  going: 'Going',
  checkedIn: 'Checked in',
  noShow: 'No-show',
  waitlisted: 'Waitlist',
  offered: 'Seat offered',
  maybe: 'Maybe',
  declined: 'Can’t go',
}

const FILTERS = Object.keys(FILTER_NAMES) as RosterView['filter'][]

type Counts = RosterPage['counts']

const rsvpCount = ({ going, maybe, waitlisted, offered, declined }: Counts) =>
  going + maybe + waitlisted + offered + declined

/**
 * The tabs that are useful for this event, and the selected one. Counts are left out until they are loaded.
 *
 * @param isOpen whether check-in is
 */
export function filtersFor(
  { capacity, status }: Pick<EventDetails, 'capacity' | 'status'>,
  counts: Counts | undefined,
  selected: RosterView['filter'],
  isOpen: boolean,
) {
  const isUsefulEmpty: Partial<Record<RosterFilter, boolean>> = {
    waitlisted: capacity !== undefined,
    offered: false,
    checkedIn: status !== 'cancelled' && isOpen,
    noShow: false,
  }
  const countOf = (value: RosterView['filter']) =>
    counts && (value === 'all' ? rsvpCount(counts) : counts[value])
  return FILTERS.filter(
    (value) => value === selected || value === 'all' || (isUsefulEmpty[value] ?? true) || countOf(value),
  ).map((value): Tab<RosterView['filter']> => {
    const count = countOf(value)
    return { value, label: FILTER_NAMES[value], ...(count !== undefined && { count }) }
  })
}

/** Whether check-in has opened. */
export const isCheckInOpen = ({ startsAt }: Pick<EventDetails, 'startsAt'>, now: number) =>
  now >= Date.parse(startsAt) - CHECK_IN_OPENS

export function seatsLabel(capacity: number, { going, guests, held, waitlisted }: Counts) {
  const left = capacity - going - guests - held
  return [
    left > 0 ? `${left} left` : left < 0 ? `${-left} above the limit` : 'full',
    held > 0 && `${held} held for offers`,
    waitlisted > 0 && `${waitlisted} on the waitlist`,
  ]
    .filter(Boolean)
    .join(', ')
}

const declinedLabel = (lapsed = false, removalReason?: string) =>
  removalReason ? 'Removed' : lapsed ? 'Offer expired' : FILTER_NAMES.declined

export function rosterStateLabel(entry: RosterEntry): BadgeLabel {
  const { state, position, lapsed, removalReason, checkedInAt, noShow } = entry
  if (noShow) return { label: FILTER_NAMES.noShow, tone: 'danger' }
  if (checkedInAt) return { label: FILTER_NAMES.checkedIn, tone: 'accent' }
  switch (state) {
    case 'going':
      return { label: FILTER_NAMES.going, tone: 'accent' }
    case 'waitlisted':
      return { label: waitlistLabel(position), tone: 'gold' }
    case 'offered':
      return { label: FILTER_NAMES.offered, tone: 'gold' }
    case 'maybe':
      return { label: FILTER_NAMES.maybe, tone: 'neutral' }
    case 'declined':
      return { label: declinedLabel(lapsed, removalReason), tone: 'neutral' }
  }
}
