import type { LetterLine } from '#shared/chapters/letters.ts'
import { cardSeenBy, isInListsOf, parseCard } from '#server/views/cards.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { limit, sql, type ViewReader, when } from '#server/views/sql.ts'

/** Letters of a chapter, the latest first. Up to `rows`. */
export const letterLines = (
  views: ViewReader,
  viewerId: string,
  { chapter, after, rows }: RowRange & { chapter: string },
): (LetterLine & Position)[] =>
  views
    .all<Record<'id' | 'title' | 'at', string> & { card: string | null; isBlocked: number }>(sql`
      SELECT l.id, l.title, l.at,
        EXISTS (SELECT 1 FROM block WHERE blocker = ${viewerId} AND blocked = l.by) AS isBlocked,
        CASE WHEN ${isInListsOf(viewerId)} THEN ${cardSeenBy(viewerId)} END AS card
      FROM chapterLetter AS l LEFT JOIN person AS p ON p.id = l.by
      WHERE l.chapter = ${chapter} AND coalesce(p.status, 'former') IN ('active', 'former')
        ${when(after, () => sql`AND (l.at, l.id) < (${after!.key}, ${after!.id})`)}
      ORDER BY l.at DESC, l.id DESC ${limit(rows)}`)
    .map(({ card, isBlocked, title, ...line }) => ({
      ...line,
      key: line.at,
      ...(isBlocked ? { title: '', withheld: true } : { title }),
      by: card === null ? undefined : parseCard(card),
    }))

/** Members of the chapter, apart from the author of a letter. Suspended ones count, so that a suspension does not show. */
export const letterRecipients = (views: ViewReader, chapter: string, author: string) =>
  views.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM chapterMembership
    WHERE chapter = ${chapter} AND state = 'active' AND member <> ${author}`)!.count

export const hasBlocked = (views: ViewReader, blocker: string, blocked: string) =>
  views.get<{ found: number }>(
    sql`SELECT 1 AS found FROM block WHERE blocker = ${blocker} AND blocked = ${blocked}`,
  ) !== undefined
