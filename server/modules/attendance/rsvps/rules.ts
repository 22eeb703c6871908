import type { RsvpState } from '#shared/events/rules.ts'
import { isGuest } from '#server/views/rights.ts'
import { sql } from '#server/views/sql.ts'

/** Members with an RSVP in one of these states receive announcements. */
export const RECIPIENT_STATES: ReadonlySet<RsvpState> = new Set(['going', 'maybe', 'waitlisted', 'offered'])

/** Whether the RSVP `r` is a member’s, and not that of a guest without an account. */
export const isMembers = sql`NOT ${isGuest(sql`r.member`)}`
/** Whether the RSVP `r` is an offer that has expired, as `isExpired` decides. @param now ISO instant */
export const hasExpired = (now: string) => sql`coalesce(r.expiresAt < ${now}, 0)`
/** Whether a seat is offered by the RSVP `r`. @param now ISO instant */
export const isOffered = (now: string) => sql`(r.state = 'offered' AND NOT ${hasExpired(now)})`
