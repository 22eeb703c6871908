import { sql } from './sql.ts'

/** Columns of the event `e`: `seats` taken, guests included, members `going` and those `checkedIn`. */
export const SEAT_FIGURES = sql`
  (SELECT coalesce(sum(count * (1 + guests)), 0) FROM rsvpCount WHERE event = e.id AND state = 'going') AS seats,
  (SELECT coalesce(sum(count), 0) FROM rsvpCount WHERE event = e.id AND state = 'going') AS going,
  (SELECT count(*) FROM rsvp WHERE event = e.id AND state = 'going' AND checkedInAt IS NOT NULL) AS checkedIn`

export interface SeatFigures {
  seats: number
  going: number
  checkedIn: number
}
