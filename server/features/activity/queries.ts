import { mondayOf, weekOfDay } from '#server/lib/weeks.ts'
import { among, sql, type ViewReader } from '#server/views/sql.ts'

/** Ids of members among these who have met someone. */
export const metAmong = (views: ViewReader, ids: Iterable<string>): ReadonlySet<string> =>
  new Set(
    views
      .all<{ id: string }>(sql`SELECT id FROM activity WHERE metOn IS NOT NULL AND id IN ${among(ids)}`)
      .map(({ id }) => id),
  )

/**
 * How many members were active in each of the last weeks, the present one last.
 * @param today as `dayOf`
 */
export function activeByWeek(views: ViewReader, today: number, count: number): number[] {
  const present = weekOfDay(today)
  const counts = Array.from({ length: count }, () => 0)
  const groups = views.all<{ week: number; weeks: number; members: number }>(sql`
    SELECT (unixepoch(activeOn) / 86400 + 3) / 7 AS week, weeks, count(*) AS members
    FROM activity WHERE activeOn >= ${mondayOf(present - count + 1)} GROUP BY 1, 2`)
  for (const { week, weeks, members } of groups) {
    const age = present - week
    for (let back = Math.max(0, age); back < count; back += 1) {
      if (weeks & (1 << (back - age))) counts[count - 1 - back]! += members
    }
  }
  return counts
}
