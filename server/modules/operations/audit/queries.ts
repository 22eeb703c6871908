import { ALL_MEMBERS } from '#shared/operations/audit.ts'
import { among, limit, sql, type ViewReader } from '#server/views/sql.ts'

/** The latest entries with one of these actions about a member; and of others about all members since they joined. */
export const latestAbout = (
  views: ViewReader,
  memberId: string,
  { own, all, rows }: { own: readonly string[]; all: readonly string[]; rows: number },
) =>
  views.all<{ action: string; at: string }>(sql`
    SELECT action, at FROM (
      SELECT action, at FROM auditEntry WHERE target = ${memberId} AND +action IN ${among(own)}
      ORDER BY at DESC ${limit(rows)})
    UNION ALL
    SELECT action, at FROM (
      SELECT action, at FROM auditEntry WHERE target = ${ALL_MEMBERS} AND +action IN ${among(all)}
        AND at >= (SELECT joinedAt FROM person WHERE id = ${memberId}) AND actor IS NOT ${memberId}
      ORDER BY at DESC ${limit(rows)})
    ORDER BY at DESC ${limit(rows)}`)

/** ISO instant; undefined for a person who was never a member. */
export const joinedAtOf = (views: ViewReader, memberId: string) =>
  views.get<{ joinedAt: string }>(sql`SELECT joinedAt FROM person WHERE id = ${memberId}`)?.joinedAt
