import { cardFrom, cardSeenBy, isInListsOf, parseCard } from '#server/views/cards.ts'
import { type Json, parseJson, sql, type ViewReader } from '#server/views/sql.ts'

/** The seat `s` of the RSVP `r`, if there is a plan. */
const SEAT = sql`LEFT JOIN tablePlan AS plan ON plan.id = r.event
  LEFT JOIN tableSeat AS s ON s.number = plan.number AND s.member = r.member`

interface PersonRow {
  member: string
  guests: number
  checkedInAt: string | null
  card: string
  tables: Json<number[]> | null
}

/**
 * Active members and guests without an account who are going, by name. Includes people hidden by a block, like the
 * roster.
 */
export const tablePeople = (views: ViewReader, event: string) =>
  views
    .all<PersonRow>(sql`
      SELECT r.member, r.guests, r.checkedInAt, coalesce(p.card, g.card) AS card, s.tables
      FROM rsvp AS r LEFT JOIN person AS p ON p.id = r.member AND +p.status = 'active'
        LEFT JOIN eventGuest AS g ON g.id = r.member ${SEAT}
      WHERE r.event = ${event} AND r.state = 'going' AND coalesce(p.id, g.id) IS NOT NULL
      ORDER BY coalesce(p.nameKey, g.nameKey), r.member`)
    .map(({ member, card, tables, checkedInAt, ...row }) => ({
      ...row,
      member: cardFrom(member, card),
      checkedInAt: checkedInAt ?? undefined,
      tables: tables === null ? [] : parseJson(tables),
    }))

/** The people of one round whom the viewer sees in lists, by table. */
export const peopleByTable = (views: ViewReader, event: string, viewerId: string, round: number) =>
  Map.groupBy(
    views
      .all<{ at: number; card: string }>(sql`
        SELECT s.tables ->> ${`$[${round - 1}]`} AS at, p.card
        FROM rsvp AS r JOIN person AS p ON p.id = r.member AND +p.status = 'active' ${SEAT}
        WHERE r.event = ${event} AND r.state = 'going' AND ${isInListsOf(viewerId, sql`+p.status`)} AND at > 0
        ORDER BY at, p.nameKey, r.member`)
      .map(({ at, card }) => ({ at, member: parseCard(card) })),
    ({ at }) => at,
  )

/** The people of a published plan whom the viewer sees in lists, with their tables by round. */
export const publishedSeats = (views: ViewReader, event: string, viewerId: string) =>
  views
    .all<{ card: string; tables: Json<number[]> }>(sql`
      SELECT ${cardSeenBy(viewerId)} AS card, s.tables
      FROM rsvp AS r JOIN person AS p ON p.id = r.member AND +p.status = 'active' ${SEAT}
      WHERE r.event = ${event} AND r.state = 'going' AND plan.publishedAt IS NOT NULL AND s.tables IS NOT NULL
        AND ${isInListsOf(viewerId, sql`+p.status`)}
      ORDER BY p.nameKey, r.member`)
    .map(({ card, tables }) => ({ member: parseCard(card), tables: parseJson(tables) }))

/** The tables of someone who is checked in, by round of a published plan. */
export function tablesOnceCheckedIn(views: ViewReader, event: string, id: string) {
  const row = views.get<{ tables: Json<number[]> }>(sql`
    SELECT s.tables FROM rsvp AS r ${SEAT}
    WHERE r.event = ${event} AND r.member = ${id} AND r.state = 'going' AND r.checkedInAt IS NOT NULL
      AND plan.publishedAt IS NOT NULL AND s.tables IS NOT NULL`)
  return row ? parseJson(row.tables) : []
}

/** Blocked pairs among these members. */
export const blockedAmong = (views: ViewReader, ids: readonly string[]) =>
  views.all<{ one: string; other: string }>(sql`
    WITH wanted (id) AS MATERIALIZED (SELECT value FROM json_each(${JSON.stringify(ids)}))
    SELECT b.viewerId AS one, b.otherId AS other FROM wanted CROSS JOIN blockedPair AS b ON b.viewerId = wanted.id
    WHERE b.otherId IN (SELECT id FROM wanted)`)

/** Ids of events whose plans name the member. */
export const plansNaming = (views: ViewReader, member: string) =>
  views.column(sql`
    SELECT plan.id FROM tableSeat AS s CROSS JOIN tablePlan AS plan ON plan.number = s.number
    WHERE s.member = ${member}`)
