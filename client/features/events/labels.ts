import type { EventEdit, Participation, Seats } from '#shared/events.ts'
import type { BadgeProps } from '#client/ui/Badge.tsx'

export const VISIBILITY_NAMES: Record<EventEdit['visibility'], string> = {
  members: 'Members',
  public: 'Everyone',
}

/** `1 guest`, `3 guests`. */
export const pluralise = (count: number, one: string, several = `${one}s`) =>
  `${count} ${count === 1 ? one : several}`

/** `#3 on the waitlist`. */
export const waitlistLabel = (position: number | undefined) =>
  position ? `#${position} on the waitlist` : 'On the waitlist'

/** How many seats are left, or without a limit, how many members are going. */
export function seatsLabel({ going, left, waiting }: Seats) {
  if (left === undefined) return going > 0 ? `${going} going` : ''
  if (left > 0 && waiting === 0) return `${pluralise(left, 'seat')} left`
  return waiting > 0 ? `Full · ${waiting} on the waitlist` : 'Full'
}

export interface BadgeLabel {
  label: string
  tone: NonNullable<BadgeProps['tone']>
}

export function rsvpLabel({ state, guests, position, checkedInAt }: Participation): BadgeLabel {
  const withGuests = guests > 0 ? ` +${guests}` : ''
  switch (state) {
    case 'going':
      return { label: checkedInAt ? 'Attended' : `Going${withGuests}`, tone: 'accent' }
    case 'waitlisted':
      return { label: waitlistLabel(position), tone: 'gold' }
    case 'offered':
      return { label: 'Seat offered', tone: 'gold' }
    case 'maybe':
      return { label: 'Maybe', tone: 'neutral' }
    case 'declined':
      return { label: 'Can’t go', tone: 'neutral' }
  }
}

/** @param parties by number of guests, from none: how many people bring as many */
export function guestsOverLimit(parties: readonly number[], limit: number) {
  const over = parties.slice(limit + 1)
  const guests = over.reduce((sum, people, at) => sum + people * (at + 1), 0)
  const people = over.reduce((sum, each) => sum + each, 0)
  if (guests === 0) return undefined
  const exceed = `${pluralise(guests, 'guest exceeds', 'guests exceed')} this limit`
  return `${exceed}, from ${pluralise(people, 'member')}. They keep their places.`
}
