import type { RsvpState } from '#shared/event-rules.ts'

/** What someone answered, as those who organise the event see it. */
export interface RosterAnswer {
  member: string
  state: RsvpState
  guests: number
  answeredAt: string
  /** The lowest is first on the waitlist; only while there. */
  ticket?: number
  /** Until when an offered seat is held. */
  offerUntil?: string
  /** An offered seat ran out. */
  lapsed?: boolean
  checkedInAt?: string
}
