import * as m from '#shared/events/messages.ts'
import type { Face } from '#shared/events/schema.ts'
import type { Participation, Seats } from '#shared/events/rsvps.ts'
import type { BadgeProps } from '#client/ui/Badge.tsx'

/** `#3 on the waitlist`. */
export const waitlistLabel = (position: number | undefined) =>
  position ? m.rsvpWaitlistAt({ position }) : m.rsvpOnWaitlist()

/** Remaining seats, or without a limit the number of members who are going. */
export function seatsLabel({ going, left, waiting }: Seats) {
  if (left === undefined) return going > 0 ? m.rsvpGoingCount({ count: going }) : ''
  if (left > 0 && waiting === 0) return m.rsvpSeatsLeft({ count: left })
  return waiting > 0 ? m.rsvpFullWaiting({ count: waiting }) : m.full()
}

export interface BadgeLabel {
  label: string
  tone: NonNullable<BadgeProps['tone']>
}

export function rsvpLabel({ state, guests, position, checkedInAt }: Participation): BadgeLabel {
  switch (state) {
    case 'going':
      return { label: checkedInAt ? m.rsvpAttended() : m.rsvpBadgeGoing({ guests }), tone: 'accent' }
    case 'waitlisted':
      return { label: waitlistLabel(position), tone: 'strong' }
    case 'offered':
      return { label: m.rsvpSeatOffered(), tone: 'strong' }
    case 'maybe':
      return { label: m.maybe(), tone: 'neutral' }
    case 'requested':
      return { label: m.rsvpRequestSent(), tone: 'neutral' }
    case 'declined':
      return { label: m.rsvpCantGo(), tone: 'neutral' }
  }
}

/** @param partySizes numbers of people, indexed by their number of guests */
export function guestsOverLimit(partySizes: readonly number[], limit: number) {
  const over = partySizes.slice(limit + 1)
  const guests = over.reduce((sum, people, at) => sum + people * (at + 1), 0)
  const people = over.reduce((sum, each) => sum + each, 0)
  return guests > 0 ? m.eventGuestsOver({ guests, people }) : undefined
}

/**
 * `Amara and 3 connections are going`. @param faces connections first, and at least as many as are named @param count
 * number of connections who are going, at least 1
 */
export function goingLabel(faces: readonly Face[], count: number, isOver = false) {
  const [name = '', other] = faces.map(({ displayName }) => displayName)
  const when = isOver ? 'past' : 'coming'
  if (count === 1) return m.eventGoingOne({ name, when })
  return count === 2 && other
    ? m.eventGoingTwo({ name, other, when })
    : m.eventGoingMore({ name, count: count - 1, when })
}
