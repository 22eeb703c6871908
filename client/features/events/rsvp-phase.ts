import type { EventDetails } from '#shared/events.ts'

export type RsvpPhase =
  | 'draft'
  | 'cancelled'
  | 'over'
  /** No new RSVPs; members who are coming can still decline. */
  | 'closed'
  | 'open'

/** What the viewer can do about an RSVP now. The server decides: this clock may be wrong. */
export function rsvpPhase(event: EventDetails, now: number): RsvpPhase {
  const { status, startsAt, endsAt, rsvpDeadline } = event
  if (status === 'draft' || status === 'cancelled') return status
  if (status === 'completed' || Date.parse(endsAt) <= now) return 'over'
  return Date.parse(rsvpDeadline ?? startsAt) <= now || Date.parse(startsAt) <= now ? 'closed' : 'open'
}
