import type { RsvpState } from '#shared/event-rules.ts'
import { sql, type ViewReader } from '#server/views/sql.ts'

/** Everyone with an RSVP to the event other than can’t go, at a time (ISO instant). */
export const recipients = (views: ViewReader, event: string, now: string) =>
  views.all<{ member: string; state: RsvpState }>(sql`
    SELECT member, state FROM rsvp
    WHERE event = ${event} AND state <> 'declined' AND coalesce(expiresAt >= ${now}, 1)`)
