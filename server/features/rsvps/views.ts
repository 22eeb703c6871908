import type { Seats } from '#shared/events.ts'

import type { EventSeats } from './collection.ts'
import type { SeatRules } from './seats.ts'

/** How full an event is, as everyone sees it; without `seats`, nobody has answered. */
export const seatsView = ({ capacity }: Pick<SeatRules, 'capacity'>, seats?: EventSeats): Seats => {
  const { going = 0, held = 0, waiting = 0 } = seats ?? {}
  return { going, waiting, ...(capacity !== undefined && { left: Math.max(0, capacity - going - held) }) }
}
