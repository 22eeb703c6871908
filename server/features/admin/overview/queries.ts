import { sql, type ViewReader } from '#server/views/sql.ts'

/** Active members without a connection. Goes through all active members. */
export const unconnectedTotal = (views: ViewReader) =>
  views.get<{ total: number }>(sql`
    SELECT count(*) AS total FROM person AS p WHERE p.status = 'active' AND NOT EXISTS (
      SELECT 1 FROM connectionOf AS any WHERE any.memberId = p.id AND any.state = 'accepted')`)!.total

/** How many connections were accepted on each day, from this day (`YYYY-MM-DD`) on. */
export const connectionsByDay = (views: ViewReader, from: string) =>
  views.all<{ day: string; count: number }>(sql`
    SELECT changedOn AS day, count FROM connectionCount WHERE state = 'accepted' AND changedOn >= ${from}`)
