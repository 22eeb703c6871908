import type { RsvpState } from '#shared/event-rules.ts'

import type { OrganiserCommand, RsvpDocument } from './collection.ts'

/** Someone's RSVP as organisers of the event see it. */
export interface RosterRsvp {
  member: string
  state: RsvpState
  guests: number
  /** Grows with each change. */
  version: number
  answeredAt: string
  /** The order of the waitlist; only while waitlisted. */
  ticket?: number
  /** When the offered seat expires. */
  offerUntil?: string
  /** An offered seat expired: the state is `declined`. */
  lapsed?: boolean
  /** An organiser removed the member: the state is `declined`. */
  removalReason?: string
  checkedInAt?: string
}

/** The RSVPs of an event, kept in sync. */
export interface RosterTracking {
  sync(): Promise<void>
  close(): void
}

/** What an organiser does about one RSVP. */
export type RosterCommand = OrganiserCommand
/** An RSVP before or after it. */
export type RsvpAt = Pick<RsvpDocument, 'event' | 'state' | 'guests' | 'version'>
