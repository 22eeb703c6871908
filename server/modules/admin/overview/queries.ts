import type { Overview } from '#shared/admin/overview.ts'
import type { MemberStatus } from '#shared/people/profile.ts'
import { weekOfDay, mondayOf } from '#server/lib/time/weeks.ts'
import { hasConnection, hasMet } from '#server/views/rights.ts'
import { type Query, sql, type ViewReader, weekOf } from '#server/views/sql.ts'

/** Number of members by status. */
export const memberCounts = (views: ViewReader): ReadonlyMap<MemberStatus, number> =>
  new Map(
    views
      .all<{ status: MemberStatus; members: number }>(
        sql`SELECT status, sum(count) AS members FROM accountCount GROUP BY status`,
      )
      .map(({ status, members }) => [status, members]),
  )

/**
 * Numbers of active members who never had a connection or a growth meeting. Goes through all of them; by id, because
 * of the plus sign.
 */
export const membersWithout = (views: ViewReader) =>
  views.get<Overview['without']>(sql`
    SELECT
      count(*) FILTER (WHERE NOT ${hasConnection(sql`p.id`)}) AS connection,
      count(*) FILTER (WHERE NOT ${hasMet(sql`p.id`)}) AS meeting
    FROM person AS p WHERE +p.status = 'active'`)!

/** New members per week, the current one last. @param today a result of `dayNumber` */
export const joinedByWeek = (views: ViewReader, today: number, count: number) =>
  countByWeek(
    views,
    today,
    count,
    (from) => sql`SELECT joinedAt AS at, 1 AS count FROM person WHERE joinedAt >= ${from}`,
  )

/** New connections per week, the current one last. @param today a result of `dayNumber` */
export const connectedByWeek = (views: ViewReader, today: number, count: number) =>
  countByWeek(
    views,
    today,
    count,
    (from) =>
      sql`SELECT changedOn AS at, count FROM connectionCount WHERE state = 'accepted' AND changedOn >= ${from}`,
  )

/** Growth meetings held per week, the current one last. @param today a result of `dayNumber` */
export const metByWeek = (views: ViewReader, today: number, count: number) =>
  countByWeek(
    views,
    today,
    count,
    (from) =>
      sql`SELECT startsAt AS at, 1 AS count FROM meeting WHERE state = 'held' AND startsAt >= ${from}`,
  )

function countByWeek(views: ViewReader, today: number, count: number, countsSince: (from: string) => Query) {
  const first = weekOfDay(today) - count + 1
  const counts = Array.from({ length: count }, () => 0)
  const weeks = views.all<{ week: number; total: number }>(sql`
    SELECT ${weekOf(sql`at`)} AS week, sum(count) AS total
    FROM (${countsSince(mondayOf(first))}) GROUP BY 1`)
  for (const { week, total } of weeks) if (week - first < count) counts[week - first] = total
  return counts
}
