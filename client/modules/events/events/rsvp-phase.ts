import { hasEnded, rsvpsCloseAt } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'

type RsvpPhase =
  | 'draft'
  | 'cancelled'
  | 'over'
  /** New RSVPs are closed; members who are going can still decline. */
  | 'closed'
  /** New RSVPs are not open yet; members who are going can decline. */
  | 'early'
  | 'open'

/** The RSVP commands that are available to the viewer now. The server decides: this clock may be wrong. */
export function rsvpPhase(event: EventDetails, now: number): RsvpPhase {
  const { status, rsvpOpensAt } = event
  if (status === 'draft' || status === 'cancelled') return status
  if (hasEnded(event, now)) return 'over'
  if (rsvpsCloseAt(event) <= now) return 'closed'
  return rsvpOpensAt && now < Date.parse(rsvpOpensAt) ? 'early' : 'open'
}
