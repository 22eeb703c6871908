import type { Overview } from '#shared/admin-overview.ts'
import type { MemberStatus } from '#shared/profile.ts'
import { weekOfDay, mondayOf } from '#server/lib/weeks.ts'
import { hasConnection } from '#server/views/rights.ts'
import { type Query, sql, type ViewReader } from '#server/views/sql.ts'

/** How many members have each status. */
export const memberCounts = (views: ViewReader): ReadonlyMap<MemberStatus, number> =>
  new Map(
    views
      .all<{ status: MemberStatus; members: number }>(
        sql`SELECT status, sum(count) AS members FROM accountCount GROUP BY status`,
      )
      .map(({ status, members }) => [status, members]),
  )

/**
 * How many active members never had a connection or a growth meeting. Goes through all of them; by id, because of the plus
 * sign.
 */
export const membersWithout = (views: ViewReader) =>
  views.get<Overview['without']>(sql`
    SELECT
      count(*) FILTER (WHERE NOT ${hasConnection(sql`p.id`)}) AS connection,
      count(*) FILTER (WHERE NOT EXISTS (
        SELECT 1 FROM activity AS a WHERE a.id = p.id AND a.metOn IS NOT NULL)) AS meeting
    FROM person AS p WHERE +p.status = 'active'`)!

/** Newcomers of each week, the present one last. @param today as `dayOf` */
export const joinedByWeek = (views: ViewReader, today: number, count: number) =>
  countByWeek(
    views,
    today,
    count,
    (from) => sql`SELECT joinedAt AS at, 1 AS count FROM person WHERE joinedAt >= ${from}`,
  )

/** New connections of each week, the present one last. @param today as `dayOf` */
export const connectedByWeek = (views: ViewReader, today: number, count: number) =>
  countByWeek(
    views,
    today,
    count,
    (from) =>
      sql`SELECT changedOn AS at, count FROM connectionCount WHERE state = 'accepted' AND changedOn >= ${from}`,
  )

function countByWeek(views: ViewReader, today: number, count: number, countsSince: (from: string) => Query) {
  const first = weekOfDay(today) - count + 1
  const counts = Array.from({ length: count }, () => 0)
  const weeks = views.all<{ week: number; total: number }>(sql`
    SELECT (unixepoch(at) / 86400 + 3) / 7 AS week, sum(count) AS total
    FROM (${countsSince(mondayOf(first))}) GROUP BY 1`)
  for (const { week, total } of weeks) if (week - first < count) counts[week - first] = total
  return counts
}
