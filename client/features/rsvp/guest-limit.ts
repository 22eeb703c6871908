import type { EventDetails } from '#shared/events.ts'
import { pluralise } from '#client/features/events/labels.ts'

export interface GuestLimit {
  max: number
  /** Where the seats allow fewer guests than the organiser does. */
  reason?: string
}

type LimitedEvent = Pick<EventDetails, 'guestsMax' | 'seats' | 'mine'>

/**
 * How many guests the viewer can choose. Who is going adds guests only to seats that are free and that nobody waits
 * for. Everyone else can wait for seats for as many guests as the organiser allows.
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
  if (free > 0) return { max, reason: `Only ${pluralise(free, 'seat')} left.` }
  return { max, reason: left > 0 ? 'Free seats go to the waitlist first.' : 'No seats left for more guests.' }
}
