import type { LoneMember } from '#shared/rounds/newcomers.ts'
import { NEWCOMER_DAYS } from '#shared/chapters/rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { may } from '#server/modules/chapters/rights.ts'
import { isFor, isNewcomer, type Viewer } from './queries.ts'
import { cardSeenBy, parseCard } from '#server/views/cards.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { hasMetIn, isActiveFor, isConnected } from '#server/views/rights.ts'
import { type Json, limit, parseJson, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

export interface LoneQuery extends RowRange {
  /** Id of the chapter whose members are meant. Without it, members in the directory. */
  chapter: string | undefined
  /** Milliseconds. */
  now: number
  /** Id of the only member who is meant. */
  member?: string
}

export type LoneRow = LoneMember & Position & { roundId: string | undefined }

interface Row extends Position {
  card: string
  isNewcomer: number
  isConnected: number
  round: Json<LoneMember['round'] & { id: string }> | null
}

/**
 * Members of at least 30 days who have not met anyone in the last 30, those who joined last first, up to `rows`. Without the
 * viewer and people hidden from them.
 */
export const loneMembers = (views: ViewReader, viewer: Viewer, query: LoneQuery): LoneRow[] =>
  views
    .all<Row>(sql`
      SELECT page.key, page.id, ${cardSeenBy(viewer.id)} AS card, ${isNewcomer(query.now)} AS isNewcomer,
        ${isConnected(viewer.id, sql`p.id`)} AS isConnected, ${nextRound(viewer, query.now)} AS round
      FROM (${loneIds(viewer, query)}) AS page CROSS JOIN person AS p ON p.id = page.id
      ORDER BY page.key DESC, page.id DESC`)
    .map(({ key, id, card, round, ...row }) => {
      const next = round === null ? undefined : parseJson(round)
      return {
        key,
        id,
        member: parseCard(card),
        joinedAt: key,
        isNewcomer: row.isNewcomer === 1,
        isConnected: row.isConnected === 1,
        round: next,
        roundId: next?.id,
      }
    })

/** In a chapter since the beginning of their membership in it. */
function loneIds(viewer: Viewer, { chapter, now, member, after, rows }: LoneQuery): Query {
  const since = isoInstant(now - NEWCOMER_DAYS * DAY)
  const [id, joinedAt, from] =
    chapter === undefined
      ? [sql`p.id`, sql`p.joinedAt`, sql`person AS p WHERE p.status = 'active' AND p.isListed = 1`]
      : [
          sql`home.member`,
          sql`home.since`,
          sql`chapterMembership AS home CROSS JOIN person AS p ON p.id = home.member
            WHERE home.chapter = ${chapter} AND home.state = 'active'`,
        ]
  return sql`SELECT ${id} AS id, ${joinedAt} AS key FROM ${from}
    AND ${joinedAt} <= ${since} AND p.id <> ${viewer.id} AND ${isActiveFor(viewer.id)}
    AND NOT ${hasMetIn(sql`p.id`, sql`${since}`, sql`${isoInstant(now)}`)}
    ${when(member, () => sql`AND p.id = ${member!}`)}
    ${when(after, () => sql`AND (${joinedAt}, ${id}) < (${after!.key}, ${after!.id})`)}
    ORDER BY ${joinedAt} DESC, ${id} DESC ${limit(rows)}`
}

/** The first open round for the person `p` that they have not opted out of, as JSON. */
const nextRound = (viewer: Viewer, now: number): Query => sql`(
  SELECT json_object('id', r.id, 'title', r.title, 'state', CASE
    WHEN own.state = 'in' OR every.id IS NOT NULL THEN 'in' WHEN own.state = 'invited' THEN 'invited' ELSE 'open' END)
  FROM round AS r
    LEFT JOIN roundParticipant AS own ON own.member = p.id AND own.round = r.id
    LEFT JOIN everyRound AS every ON every.id = p.id
  WHERE r.state = 'open' AND r.optInUntil > ${isoInstant(now)} AND ${isFor(now)} AND own.state IS NOT 'out'
    AND (r.chapter IS NULL OR EXISTS (SELECT 1 FROM chapter AS c WHERE c.id = r.chapter AND ${may('see').sql(viewer)}))
  ORDER BY r.optInUntil, r.id LIMIT 1)`
