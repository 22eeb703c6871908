import type { RsvpState } from '#shared/event-rules.ts'

/** Someone's RSVP as organisers of the event see it. */
export interface RosterRsvp {
  member: string
  state: RsvpState
  guests: number
  answeredAt: string
  /** The order of the waitlist; only while waitlisted. */
  ticket?: number
  /** When the offered seat expires. */
  offerUntil?: string
  /** An offered seat expired: the state is `declined`. */
  lapsed?: boolean
  checkedInAt?: string
}

/** The RSVPs of an event, kept in sync. */
export interface RosterTracking {
  sync(): Promise<void>
  close(): void
}
