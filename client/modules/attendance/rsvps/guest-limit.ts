import * as m from '#shared/events/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'

export interface GuestLimit {
  max: number
  /** Set if the seats allow fewer guests than the organiser does. */
  reason?: string
}

type LimitedEvent = Pick<EventDetails, 'guestsMax' | 'seats' | 'mine'>

/**
 * Number of guests that the viewer can choose. A member who is going can only add guests to free seats for which no
 * one waits. Everyone else can wait for seats for as many guests as the organiser allows.
 */
export function guestLimit({
  guestsMax,
  seats: { left = Infinity, waiting },
  mine,
}: LimitedEvent): GuestLimit {
  if (mine?.state !== 'going') return { max: guestsMax }
  const free = waiting > 0 ? 0 : left
  const max = mine.guests + free
  if (max >= guestsMax) return { max: guestsMax }
  if (free > 0) return { max, reason: m.rsvpGuestsSeats({ count: free }) }
  return { max, reason: left > 0 ? m.rsvpGuestsWaitlist() : m.rsvpGuestsFull() }
}
