import { isNotBlocked } from '#server/views/rights.ts'
import { limit, sql, type ViewReader } from '#server/views/sql.ts'

/** Without a connection, in the directory. */
const IS_UNCONNECTED = sql`p.isListed = 1 AND NOT EXISTS (
  SELECT 1 FROM connectionOf AS any WHERE any.memberId = p.id AND any.state = 'accepted')`

/** Goes through the whole directory. */
export const unconnectedTotal = (views: ViewReader) =>
  views.get<{ total: number }>(sql`SELECT count(*) AS total FROM person AS p WHERE ${IS_UNCONNECTED}`)!.total

/** By name. */
export const unconnectedMembers = (views: ViewReader, viewerId: string, rows: number) =>
  views.all<{ id: string; displayName: string }>(sql`
    SELECT p.id, p.name AS displayName FROM person AS p WHERE ${IS_UNCONNECTED}
      AND p.id <> ${viewerId} AND ${isNotBlocked(viewerId, sql`p.id`)}
    ORDER BY p.nameKey, p.id ${limit(rows)}`)

/** How many of the directory and of its unconnected members the viewer does not see or is. */
export const leftOut = (views: ViewReader, viewerId: string) =>
  views.get<{ listed: number; unconnected: number }>(sql`
    SELECT
      (SELECT count(*) FROM person AS p WHERE p.isListed = 1 AND p.id IN (
        SELECT otherId FROM blockedPair WHERE viewerId = ${viewerId})) AS listed,
      (SELECT count(*) FROM person AS p WHERE ${IS_UNCONNECTED} AND p.id IN (
        SELECT otherId FROM blockedPair WHERE viewerId = ${viewerId} UNION SELECT ${viewerId})) AS unconnected`)!

export const listedTotal = (views: ViewReader) =>
  views.get<{ count: number }>(sql`SELECT count FROM listedCount WHERE isListed = 1`)?.count ?? 0
