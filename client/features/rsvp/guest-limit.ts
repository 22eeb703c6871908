import type { EventDetails } from '#shared/events.ts'
import { pluralise } from '#client/features/events/labels.ts'

export interface GuestLimit {
  max: number
  /** Where the seats allow fewer guests than the organiser does. */
  reason?: string
}

type LimitedEvent = Pick<EventDetails, 'guestsMax' | 'capacity' | 'seats' | 'mine'>

/**
 * How many guests the viewer can choose. Who is going adds guests only to seats that are free and that nobody waits
 * for. Everyone else can wait for as many seats as the event has.
 */
export function guestLimit({ guestsMax, capacity = Infinity, seats, mine }: LimitedEvent): GuestLimit {
  if (mine?.state !== 'going') {
    if (capacity > guestsMax) return { max: guestsMax }
    return { max: capacity - 1, reason: `This event has only ${pluralise(capacity, 'seat')}.` }
  }
  const free = seats.waiting > 0 ? 0 : (seats.left ?? Infinity)
  if (mine.guests + free >= guestsMax) return { max: guestsMax }
  const reason = free > 0 ? `Only ${pluralise(free, 'seat')} left.` : 'No seats left for more guests.'
  return { max: mine.guests + free, reason }
}
