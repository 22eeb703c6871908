import * as m from '#shared/events/messages.ts'
import { CHECK_IN_OPENS, type RosterFilter } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { RosterEntry, RosterPage } from '#shared/programme/roster.ts'
import { type BadgeLabel, waitlistLabel } from '#client/modules/events/events/labels.ts'
import type { RosterView } from './queries.ts'
import type { Tab } from '#client/ui/page/Tabs.tsx'

/** Filters in the order of their tabs. */
const FILTERS: readonly RosterView['filter'][] = [
  'all',
  'requested',
  'going',
  'checkedIn',
  'noShow',
  'waitlisted',
  'offered',
  'maybe',
  'declined',
]

type Counts = RosterPage['counts']

const rsvpCount = ({ going, maybe, waitlisted, offered, requested, declined }: Counts) =>
  going + maybe + waitlisted + offered + requested + declined

/**
 * The tabs that are useful for this event, and the selected one. Counts are left out until they are loaded.
 * @param isOpen whether check-in is open
 */
export function filtersFor(
  { capacity, status, joinMode }: Pick<EventDetails, 'capacity' | 'status' | 'joinMode'>,
  counts: Counts | undefined,
  selected: RosterView['filter'],
  isOpen: boolean,
) {
  const isUsefulEmpty: Partial<Record<RosterFilter, boolean>> = {
    requested: joinMode === 'request',
    waitlisted: capacity !== undefined,
    offered: false,
    checkedIn: status !== 'cancelled' && isOpen,
    noShow: false,
  }
  const countOf = (value: RosterView['filter']) =>
    counts && (value === 'all' ? rsvpCount(counts) : counts[value])
  return FILTERS.filter(
    (value) => value === selected || value === 'all' || (isUsefulEmpty[value] ?? true) || countOf(value),
  ).map((value): Tab<RosterView['filter']> => ({
    value,
    label: m.rosterFilterName({ filter: value }),
    count: countOf(value),
  }))
}

/** Whether check-in has opened. */
export const isCheckInOpen = ({ startsAt }: Pick<EventDetails, 'startsAt'>, now: number) =>
  now >= Date.parse(startsAt) - CHECK_IN_OPENS

export function rosterSeatsLabel(capacity: number, { going, guests, held, waitlisted }: Counts) {
  const left = capacity - going - guests - held
  const seats = left > 0 ? 'left' : left < 0 ? 'above' : 'full'
  return m.rosterSeats({ seats, left, above: -left, held, waiting: waitlisted })
}

function declinedLabel({ lapsed, requestExpired, removalReason }: RosterEntry) {
  if (removalReason) return m.rosterRemovedState()
  if (requestExpired) return m.rosterRequestExpired()
  return lapsed ? m.rosterOfferExpired() : m.rosterFilterName({ filter: 'declined' })
}

export function rosterStateLabel(entry: RosterEntry): BadgeLabel {
  const { state, position, checkedInAt, noShow } = entry
  if (noShow) return { label: m.rosterFilterName({ filter: 'noShow' }), tone: 'danger' }
  if (checkedInAt) return { label: m.rosterFilterName({ filter: 'checkedIn' }), tone: 'accent' }
  switch (state) {
    case 'going':
      return { label: m.rosterFilterName({ filter: state }), tone: 'accent' }
    case 'waitlisted':
      return { label: waitlistLabel(position), tone: 'strong' }
    case 'offered':
      return { label: m.rosterFilterName({ filter: state }), tone: 'strong' }
    case 'maybe':
      return { label: m.rosterFilterName({ filter: state }), tone: 'neutral' }
    case 'requested':
      return { label: m.rosterAsked(), tone: 'strong' }
    case 'declined':
      return { label: declinedLabel(entry), tone: 'neutral' }
  }
}

/** A guest without an account, with the member who brings them. */
export const guestLabel = ({ invitedBy }: Pick<RosterEntry, 'invitedBy'>) =>
  invitedBy ? m.rosterGuestOf({ name: invitedBy.displayName }) : m.guestWithoutAccount()
