import type { RsvpState } from '#shared/events/rules.ts'

/** Members with an RSVP in one of these states receive announcements. */
export const RECIPIENT_STATES: ReadonlySet<RsvpState> = new Set(['going', 'maybe', 'waitlisted', 'offered'])
