import type { Reminder } from '#shared/people/connections.ts'
import { cardSeenBy, isInListsOf, parseCard } from '#server/views/cards.ts'
import { isConnected } from '#server/views/rights.ts'
import { limit, sql, type ViewReader } from '#server/views/sql.ts'

/** Reminders about connections, for this day (`YYYY-MM-DD`) and earlier; longest due first. */
export const dueReminders = (views: ViewReader, owner: string, today: string, rows: number): Reminder[] =>
  views
    .all<{ connectionId: string; getInTouchOn: string; card: string }>(sql`
      SELECT r.connection AS connectionId, r.getInTouchOn, ${cardSeenBy(owner)} AS card
      FROM reminder AS r JOIN person AS p ON p.id = r.about
      WHERE r.owner = ${owner} AND r.getInTouchOn <= ${today}
        AND ${isConnected(owner, sql`p.id`)} AND ${isInListsOf(owner)}
      ORDER BY r.getInTouchOn, r.id ${limit(rows)}`)
    .map(({ card, ...reminder }) => ({ ...reminder, member: parseCard(card) }))
