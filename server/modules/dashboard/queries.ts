import type { Actor } from '#server/modules/actor.ts'
import { endedEvents } from '#server/modules/events/events/rights.ts'
import { isCurrent, isVisible } from '#server/modules/events/events/rules.ts'
import { hasConnection, isNotBlocked } from '#server/views/rights.ts'
import { SEAT_FIGURES, type SeatFigures } from '#server/views/seat-figures.ts'
import { type Json, limit, sql, type ViewReader } from '#server/views/sql.ts'

/** Members of the directory without a connection. */
const IS_UNCONNECTED = sql`p.isListed = 1 AND NOT ${hasConnection(sql`p.id`)}`

/**
 * Number of members without a connection, and the first `rows` of them by name. Goes through the whole directory, in
 * the order of ids, as connections are, which takes a quarter of the time.
 */
export const unconnectedMembers = (views: ViewReader, rows: number) =>
  views.get<{ total: number; ids: Json<string[]> }>(sql`
    WITH found AS MATERIALIZED (
      SELECT p.id, p.nameKey FROM person AS p WHERE p.id > '' AND ${IS_UNCONNECTED})
    SELECT (SELECT count(*) FROM found) AS total,
      (SELECT json_group_array(id) FROM (SELECT id FROM found ORDER BY nameKey, id ${limit(rows)})) AS ids`)!

/** Given members who still have no connection, without the viewer and members hidden from them, ordered by name. */
export const stillUnconnected = (views: ViewReader, viewerId: string, ids: readonly string[], rows: number) =>
  views.all<{ id: string; displayName: string }>(sql`
    SELECT p.id, p.name AS displayName
    FROM json_each(${JSON.stringify(ids)}) AS wanted CROSS JOIN person AS p ON p.id = wanted.value
    WHERE ${IS_UNCONNECTED} AND p.id <> ${viewerId} AND ${isNotBlocked(viewerId, sql`p.id`)}
    ORDER BY p.nameKey, p.id ${limit(rows)}`)

/**
 * Number of members in the directory, and how many of them, and of its unconnected members, are hidden from the
 * viewer or are the viewer.
 */
export const directoryFigures = (views: ViewReader, viewerId: string) =>
  views.get<{ listed: number; hidden: number; hiddenUnconnected: number }>(sql`
    SELECT
      coalesce((SELECT count FROM listedCount WHERE isListed = 1), 0) AS listed,
      (SELECT count(*) FROM person AS p WHERE p.isListed = 1 AND p.id IN (
        SELECT otherId FROM blockedPair WHERE viewerId = ${viewerId})) AS hidden,
      (SELECT count(*) FROM person AS p WHERE ${IS_UNCONNECTED} AND p.id IN (
        SELECT otherId FROM blockedPair WHERE viewerId = ${viewerId} UNION SELECT ${viewerId})) AS hiddenUnconnected`)!

interface EventFigures extends SeatFigures {
  id: string
  title: string
  startsAt: string
  timeZone: string
  capacity: number | null
}

/** Ended events that the actor manages, latest first. */
export const latestManagedEvents = (views: ViewReader, actor: Actor, now: string, rows: number) =>
  views.all<EventFigures>(sql`
    SELECT e.id, e.title, e.startsAt, e.timeZone, e.capacity,
      ${SEAT_FIGURES}
    FROM ${endedEvents(actor, now, rows)} AS e
    ORDER BY e.startsAt DESC, e.id DESC`)

/**
 * Progress of a new member: whether they have an RSVP, other than can’t go, to an event that starts at `since` or
 * later, and a connection or a request in either direction, which blocks do not change. With the next event that they
 * are going to. @param times ISO instants
 */
export function newMemberProgress(
  views: ViewReader,
  memberId: string,
  { now, since }: { now: string; since: string },
) {
  const { firstEvent, hello, eventId } = views.get<{
    firstEvent: number
    hello: number
    eventId: string | null
  }>(sql`
    SELECT
      EXISTS (SELECT 1 FROM rsvp WHERE member = ${memberId} AND state <> 'declined' AND startsAt >= ${since}) AS firstEvent,
      EXISTS (SELECT 1 FROM connectionOf WHERE memberId = ${memberId} AND state IN ('requested', 'accepted')) AS hello,
      (SELECT e.id FROM rsvp AS r CROSS JOIN event AS e ON e.id = r.event
        WHERE r.member = ${memberId} AND r.state = 'going' AND r.startsAt >= ${since}
          AND ${isVisible.sql} AND ${isCurrent.sql(now)}
        ORDER BY e.startsAt, e.id LIMIT 1) AS eventId`)!
  return { firstEvent: firstEvent === 1, hello: hello === 1, eventId: eventId ?? undefined }
}
