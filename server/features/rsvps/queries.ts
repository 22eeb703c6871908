import type { RsvpState } from '#shared/event-rules.ts'
import type { EventSummary } from '#shared/events.ts'
import { cardSeenBy, isInListsOf } from '#server/views/cards.ts'
import type { Position } from '#server/views/cursor.ts'
import { among, limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

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

interface AttendeeRow extends Position {
  guests: number
  /** JSON. */
  card: string
}

/** Those going whom the viewer may see, in the order of their seats; `rows` and one more. */
export const attendeeRows = (
  views: ViewReader,
  viewerId: string,
  event: string,
  { after, rows }: { after: Position | undefined; rows: number },
) =>
  views.all<AttendeeRow>(sql`
    SELECT r.member AS id, CAST(r.ticket AS TEXT) AS key, r.guests, ${cardSeenBy(viewerId)} AS card
    FROM rsvp AS r JOIN person AS p ON p.id = r.member
    WHERE r.event = ${event} AND r.state = 'going' AND ${isInListsOf(viewerId)}
      ${when(after, () => sql`AND (r.ticket, r.member) > (CAST(${after!.key} AS INTEGER), ${after!.id})`)}
    ORDER BY r.ticket, r.member ${limit(rows + 1)}`)

/** Ids of those going, in the order of their seats. */
export const attendeeIds = (views: ViewReader, event: string, rows: number) =>
  membersOf(
    views,
    sql`SELECT member FROM rsvp WHERE event = ${event} AND state = 'going' ORDER BY ticket, member ${limit(rows)}`,
  )

/** Ids of those going, or of all with an RSVP other than can’t go. */
export const respondentIds = (views: ViewReader, event: string, who: 'going' | 'all') =>
  membersOf(
    views,
    sql`SELECT member FROM rsvp WHERE event = ${event}
      AND ${who === 'going' ? sql`state = 'going'` : sql`state <> 'declined'`} ORDER BY answeredAt, member`,
  )

const membersOf = (views: ViewReader, query: Query) =>
  views.all<{ member: string }>(query).map(({ member }) => member)

/** `CROSS` keeps SQLite from going through all published events instead. */
const OWN_EVENTS = sql`rsvp AS r CROSS JOIN event AS e ON e.id = r.event`
const isVisible = sql`e.status <> 'draft' AND e.isHidden = 0`

/**
 * Published events: those the member is going to that have not ended and start before `until`, the first to start first, and
 * those where a seat is held for the member, the first to expire first. @param times ISO instants
 */
export function agenda(views: ViewReader, memberId: string, { now, until }: { now: string; until: string }) {
  const rows = views.all<{ card: string; offerUntil: string | null }>(sql`
    SELECT e.card, iif(r.state = 'offered', r.offerUntil, NULL) AS offerUntil FROM ${OWN_EVENTS}
    WHERE r.member = ${memberId} AND e.status = 'published' AND ${isVisible} AND (
      (r.state = 'going' AND e.endsAt > ${now} AND e.startsAt < ${until})
      OR (r.state = 'offered' AND r.offerUntil > ${now} AND e.startsAt >= ${now}))
    ORDER BY iif(r.state = 'offered', r.offerUntil, e.startsAt), e.id`)
  return {
    events: rows.filter(({ offerUntil }) => offerUntil === null).map(summaryFrom),
    offers: rows.flatMap(({ card, offerUntil }) =>
      offerUntil === null ? [] : [{ event: summaryFrom({ card }), until: offerUntil }],
    ),
  }
}

/** Whether the member has an RSVP, other than can’t go, to an event that starts at `from` (ISO instant) or later. */
export const hasRsvpSince = (views: ViewReader, memberId: string, from: string) =>
  views.get(sql`
    SELECT 1 FROM rsvp WHERE member = ${memberId} AND state <> 'declined' AND startsAt >= ${from}`) !==
  undefined

/** Events that each of the two hosts or is going to, the latest first, without cancelled ones. */
export const eventsInCommon = (views: ViewReader, one: string, other: string, rows: number) =>
  views
    .all<{ card: string }>(sql`
      SELECT e.card FROM event AS e WHERE e.number IN (${partOf(one)} INTERSECT ${partOf(other)})
        AND ${isVisible} AND e.status <> 'cancelled'
      ORDER BY e.startsAt DESC, e.id ${limit(rows)}`)
    .map(summaryFrom)

/** Numbers of events that the member hosts or is going to. */
const partOf = (memberId: string) => sql`SELECT * FROM (
  SELECT number FROM eventOrganiser WHERE memberId = ${memberId} AND isHost = 1
  UNION SELECT e.number FROM rsvp AS r JOIN event AS e ON e.id = r.event
  WHERE r.member = ${memberId} AND r.state = 'going')`

const summaryFrom = ({ card }: { card: string }) => JSON.parse(card) as EventSummary
