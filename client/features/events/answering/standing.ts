import type { EventDetails } from '#shared/events.ts'

/** What can be answered now. The server has the last word: a clock may be wrong. */
export type AccountRecord =
  /** Not published: there is nothing to answer yet. */
  | 'draft'
  | 'cancelled'
  | 'over'
  /** Nobody can newly come; whoever said so can still say otherwise. */
  | 'closed'
  | 'open'

export function standingOf(event: EventDetails, now: number): AccountRecord {
  const { status, startsAt, endsAt, rsvpDeadline } = event
  if (status === 'draft' || status === 'cancelled') return status
  if (status === 'completed' || Date.parse(endsAt) <= now) return 'over'
  return Date.parse(rsvpDeadline ?? startsAt) <= now || Date.parse(startsAt) <= now ? 'closed' : 'open'
}

/** Whether someone who lets go of their seat, or of their place in line, could not have it back. */
export function isLossFinal({ mine, seats }: Pick<EventDetails, 'mine' | 'seats'>) {
  if (mine?.state === 'waitlisted' || mine?.state === 'offered') return true
  return mine?.state === 'going' && seats.left !== undefined && (seats.left === 0 || seats.waiting > 0)
}

/** Whether `going` now means the line. */
export const isFull = ({ left, waiting }: EventDetails['seats']) =>
  left !== undefined && (left === 0 || waiting > 0)
