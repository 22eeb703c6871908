import { mondayOf, weekOfDay } from '#server/lib/time/weeks.ts'
import { sql, type ViewReader, weekOf } from '#server/views/sql.ts'

/** ISO instant of the first growth meeting that the member confirmed as held. */
export const firstMeetingOf = (views: ViewReader, memberId: string) =>
  views.get<{ startsAt: string | null }>(sql`
    SELECT min(m.startsAt) AS startsAt FROM meetingMember AS own JOIN meeting AS m USING (number)
    WHERE own.memberId = ${memberId} AND own.hasMet = 1`)!.startsAt

/**
 * Number of active members in each of the last weeks, the current one last.
 * @param today a result of `dayNumber`
 */
export function activeByWeek(views: ViewReader, today: number, count: number): number[] {
  const present = weekOfDay(today)
  const counts = Array.from({ length: count }, () => 0)
  const groups = views.all<{ week: number; weeks: number; members: number }>(sql`
    SELECT ${weekOf(sql`activeOn`)} AS week, weeks, count(*) AS members
    FROM activity WHERE activeOn >= ${mondayOf(present - count + 1)} GROUP BY 1, 2`)
  for (const { week, weeks, members } of groups) {
    const age = present - week
    for (let back = Math.max(0, age); back < count; back += 1) {
      if (weeks & (1 << (back - age))) counts[count - 1 - back]! += members
    }
  }
  return counts
}
