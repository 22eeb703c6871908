import { cardSeenBy } from '#server/views/cards.ts'
import type { Position } from '#server/views/cursor.ts'
import { isNotBlocked } from '#server/views/rights.ts'
import { limit, sql, type ViewReader, when } from '#server/views/sql.ts'

interface PresentRow extends Position {
  /** JSON. */
  card: string
}

/** Others who were checked in, the first to arrive first; `rows` and one more. */
export const presentRows = (
  views: ViewReader,
  viewerId: string,
  event: string,
  { after, rows }: { after: Position | undefined; rows: number },
) =>
  views.all<PresentRow>(sql`
    SELECT r.member AS id, r.checkedInAt AS key, ${cardSeenBy(viewerId)} AS card
    FROM rsvp AS r JOIN person AS p ON p.id = r.member
    WHERE r.event = ${event} AND r.state = 'going' AND r.checkedInAt IS NOT NULL AND p.id <> ${viewerId}
      AND p.status = 'active' AND ${isNotBlocked(viewerId, sql`p.id`)}
      ${when(after, () => sql`AND (r.checkedInAt, r.member) > (${after!.key}, ${after!.id})`)}
    ORDER BY r.checkedInAt, r.member ${limit(rows + 1)}`)
