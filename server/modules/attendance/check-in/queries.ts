import type { Answer } from '#shared/events/questions.ts'
import type { MemberCard } from '#shared/people/members.ts'
import { cardFrom } from '#server/views/cards.ts'
import { type Json, sql, type ViewReader } from '#server/views/sql.ts'

export interface SeatedRow {
  member: string
  guests: number
  checkedInAt: string | null
  /** JSON. */
  card: string | null
  answers: Json<Answer[]> | null
  /** Their tables by round, which are empty before they have a seat; null without a plan of tables. */
  tables: Json<number[]> | null
}

/** Everyone with a seat, in the order in which they answered. `answers` is null unless `withAnswers`. */
export const seatedMembers = (views: ViewReader, event: string, { withAnswers }: { withAnswers: boolean }) =>
  views.all<SeatedRow>(sql`
    SELECT r.member, r.guests, r.checkedInAt, coalesce(p.card, g.card) AS card, a.answers,
      iif(plan.id IS NULL, NULL, coalesce(s.tables, '[]')) AS tables
    FROM rsvp AS r
      LEFT JOIN person AS p ON p.id = r.member
      LEFT JOIN eventGuest AS g ON g.id = r.member
      LEFT JOIN tablePlan AS plan ON plan.id = r.event
      LEFT JOIN tableSeat AS s ON s.number = plan.number AND s.member = r.member
      LEFT JOIN eventAnswer AS a ON ${Number(withAnswers)} AND a.event = r.event AND a.member = r.member
    WHERE r.event = ${event} AND r.state = 'going' ORDER BY r.answeredAt, r.member`)

/** Cards as any member sees them. Blocks are ignored, because an organiser checks in everyone. */
export const cardsForCheckIn = (views: ViewReader, ids: readonly string[]): ReadonlyMap<string, MemberCard> =>
  new Map(
    views
      .all<{ id: string; card: string | null }>(sql`
        SELECT wanted.value AS id, coalesce(p.card, g.card) AS card
        FROM json_each(${JSON.stringify(ids)}) AS wanted
          LEFT JOIN person AS p ON p.id = wanted.value LEFT JOIN eventGuest AS g ON g.id = wanted.value`)
      .map(({ id, card }) => [id, cardFrom(id, card)]),
  )
