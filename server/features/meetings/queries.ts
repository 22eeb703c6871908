import { isNotBlocked } from '#server/views/rights.ts'
import { limit, sql, type ViewReader, when } from '#server/views/sql.ts'
import { hasWords } from '#server/views/words.ts'

/** Ids of the viewer's active connections whose names have words that begin so, the latest connection first. */
export const connectionsNamed = (
  views: ViewReader,
  viewerId: string,
  prefixes: readonly string[],
  rows: number,
) =>
  views
    .all<{ id: string }>(sql`
      SELECT p.id FROM connectionOf AS own JOIN person AS p ON p.id = own.otherId
      WHERE own.memberId = ${viewerId} AND own.state = 'accepted' AND p.status = 'active'
        AND ${isNotBlocked(viewerId, sql`p.id`)}
        ${when(prefixes.length > 0, () => sql`AND ${hasWords(sql`p.nameWords`, prefixes)}`)}
      ORDER BY own.changedAt DESC, own.otherId ${limit(rows)}`)
    .map(({ id }) => id)
