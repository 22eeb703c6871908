import type { RsvpState } from '#shared/event-rules.ts'
import { among, sql, type ViewReader } from '#server/views/sql.ts'

import type { EventSeats } from './collection.ts'

/** How full events are, by id; without events that nobody has RSVP’d to. */
export const seatCounts = (views: ViewReader, eventIds: readonly string[]) =>
  new Map(
    views
      .all<Omit<EventSeats, 'lastTicket'>>(sql`
        SELECT event AS id,
          sum(CASE state WHEN 'going' THEN count * (1 + guests) ELSE 0 END) AS going,
          sum(CASE state WHEN 'offered' THEN count * (1 + guests) ELSE 0 END) AS held,
          sum(CASE state WHEN 'waitlisted' THEN count ELSE 0 END) AS waiting
        FROM rsvpCount WHERE event IN ${among(eventIds)} GROUP BY event`)
      .map((seats) => [seats.id, seats]),
  )

/** A row, or the same of a document. */
export interface RsvpRow {
  event: string
  state: RsvpState
  guests: number
  ticket?: number | null
  offerUntil?: string | null
  lapsed?: boolean | number | null
  removalReason?: string | null | undefined
  checkedInAt?: string | null
}

/** The member's RSVPs to these events, by event. */
export const rsvpsOfMember = (views: ViewReader, memberId: string, eventIds: readonly string[]) =>
  new Map(
    views
      .all<RsvpRow>(sql`
        SELECT event, state, guests, ticket, offerUntil, lapsed, removalReason, checkedInAt
        FROM rsvp WHERE member = ${memberId} AND event IN ${among(eventIds)}`)
      .map((rsvp) => [rsvp.event, rsvp]),
  )

/** Members on the waitlist of the event before the ticket. */
export const waitlistedBefore = (views: ViewReader, event: string, ticket: number) =>
  views.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM rsvp WHERE event = ${event} AND state = 'waitlisted' AND ticket < ${ticket}`)!
    .count
