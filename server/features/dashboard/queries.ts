import { can } from '#shared/roles.ts'
import type { Actor } from '#server/features/session/types.ts'
import { hasConnection, isNotBlocked } from '#server/views/rights.ts'
import { limit, sql, type ViewReader } from '#server/views/sql.ts'

/** Without a connection, in the directory. */
const IS_UNCONNECTED = sql`p.isListed = 1 AND NOT ${hasConnection(sql`p.id`)}`

/** Goes through the whole directory: by id, as connections are in order, which takes a quarter of the time. */
export const unconnectedTotal = (views: ViewReader) =>
  views.get<{ total: number }>(
    sql`SELECT count(*) AS total FROM person AS p WHERE p.id > '' AND ${IS_UNCONNECTED}`,
  )!.total

/** By name. */
export const unconnectedMembers = (views: ViewReader, viewerId: string, rows: number) =>
  views.all<{ id: string; displayName: string }>(sql`
    SELECT p.id, p.name AS displayName FROM person AS p WHERE ${IS_UNCONNECTED}
      AND p.id <> ${viewerId} AND ${isNotBlocked(viewerId, sql`p.id`)}
    ORDER BY p.nameKey, p.id ${limit(rows)}`)

/**
 * How many are in the directory; how many of those, and of its unconnected members, the viewer does not see or is.
 */
export const directoryFigures = (views: ViewReader, viewerId: string) =>
  views.get<{ listed: number; hidden: number; hiddenUnconnected: number }>(sql`
    SELECT
      coalesce((SELECT count FROM listedCount WHERE isListed = 1), 0) AS listed,
      (SELECT count(*) FROM person AS p WHERE p.isListed = 1 AND p.id IN (
        SELECT otherId FROM blockedPair WHERE viewerId = ${viewerId})) AS hidden,
      (SELECT count(*) FROM person AS p WHERE ${IS_UNCONNECTED} AND p.id IN (
        SELECT otherId FROM blockedPair WHERE viewerId = ${viewerId} UNION SELECT ${viewerId})) AS hiddenUnconnected`)!

interface EventFigures {
  id: string
  title: string
  startsAt: string
  timeZone: string
  capacity: number | null
  /** Guests included. */
  seats: number
  /** Members with a seat. */
  going: number
  checkedIn: number
}

/** Ended events that the actor manages, the latest first. */
export function latestManagedEvents(views: ViewReader, { id, role }: Actor, now: string, rows: number) {
  const managed = can(role, 'manageAllEvents')
    ? sql`event AS e`
    : sql`eventOrganiser AS own CROSS JOIN event AS e ON own.memberId = ${id} AND e.number = own.number`
  return views.all<EventFigures>(sql`
    SELECT e.id, e.title, e.startsAt, e.timeZone, e.capacity,
      (SELECT coalesce(sum(count * (1 + guests)), 0) FROM rsvpCount WHERE event = e.id AND state = 'going') AS seats,
      (SELECT coalesce(sum(count), 0) FROM rsvpCount WHERE event = e.id AND state = 'going') AS going,
      (SELECT count(*) FROM rsvp WHERE event = e.id AND state = 'going' AND checkedInAt IS NOT NULL) AS checkedIn
    FROM (
      SELECT e.* FROM ${managed} WHERE e.isListed = 1 AND (e.status = 'completed' OR e.endsAt <= ${now})
      ORDER BY e.startsAt DESC, e.id DESC ${limit(rows)}) AS e
    ORDER BY e.startsAt DESC, e.id DESC`)
}
