import type { Answer } from '#shared/events/questions/schema.ts'
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
}

interface Seated {
  event: string
  /** Otherwise `answers` is null. */
  withAnswers: boolean
}

/** Everyone with a seat, in the order in which they answered. */
export const seatedMembers = (views: ViewReader, seated: Seated) =>
  views.all<SeatedRow>(sql`
    SELECT r.member, r.guests, r.checkedInAt, p.card, a.answers ${seatedIn(seated)}
    ORDER BY r.answeredAt, r.member`)

/** The content of `seatedMembers` as one text, in a third of their time. Null for nobody. */
export const seatedText = (views: ViewReader, seated: Seated) =>
  views.get<{ text: string | null }>(sql`
    SELECT group_concat(concat_ws(' ', r.member, r.answeredAt, r.guests, r.checkedInAt, p.card, a.answers), char(10)) AS text
    ${seatedIn(seated)}`)!.text

const seatedIn = ({ event, withAnswers }: Seated) => sql`
  FROM rsvp AS r LEFT JOIN person AS p ON p.id = r.member
    LEFT JOIN eventAnswer AS a ON ${Number(withAnswers)} AND a.event = r.event AND a.member = r.member
  WHERE r.event = ${event} AND r.state = 'going'`

/** Cards as any member sees them. Blocks are ignored, because an organiser checks in everyone. */
export const cardsForCheckIn = (views: ViewReader, ids: readonly string[]): ReadonlyMap<string, MemberCard> =>
  new Map(
    views
      .all<{ id: string; card: string | null }>(sql`
        SELECT wanted.value AS id, p.card
        FROM json_each(${JSON.stringify(ids)}) AS wanted LEFT JOIN person AS p ON p.id = wanted.value`)
      .map(({ id, card }) => [id, cardFrom(id, card)]),
  )
