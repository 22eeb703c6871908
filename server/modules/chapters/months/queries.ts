import { HEALTH_MONTHS, type HealthSort, NEWCOMER_DAYS } from '#shared/chapters/rules.ts'
import type { ChapterMonth, ChapterMonthLine } from '#shared/chapters/health.ts'
import { DAY } from '#shared/lib/durations.ts'
import { can as canInCommunity, type MemberRole } from '#shared/people/roles.ts'
import type { MemberCard } from '#shared/people/members.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { cardSeenBy, isInListsOf, parseCard } from '#server/views/cards.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { hasMetIn, isActiveFor } from '#server/views/rights.ts'
import { type Json, limit, parseJson, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

export interface CountedChapter {
  id: string
  timeZone: string
  createdAt: string
  closedAt: string | undefined
  /** When each stored month was counted. */
  countedAt: Readonly<Record<string, string>>
}

type CountedRow = Omit<CountedChapter, 'closedAt' | 'countedAt'> & {
  closedAt: string | null
  countedAt: Json<CountedChapter['countedAt']>
}

/** Every chapter with its stored months. */
export const countedChapters = (views: ViewReader): CountedChapter[] =>
  views
    .all<CountedRow>(sql`
      SELECT c.id, c.timeZone, c.createdAt, c.closedAt,
        (SELECT json_group_object(h.month, h.countedAt) FROM chapterMonth AS h WHERE h.chapter = c.id) AS countedAt
      FROM chapter AS c ORDER BY c.id`)
    .map(({ closedAt, countedAt, ...row }) => ({
      ...row,
      closedAt: closedAt ?? undefined,
      countedAt: parseJson(countedAt),
    }))

const FIGURES = sql`h.members, h.joined, h.left, h.events, h.seats, h.capacity, h.going, h.noShows, h.met, h.alone`

/** Stored months of a chapter, the latest first. */
export const storedMonths = (views: ViewReader, chapter: string) =>
  views.all<ChapterMonth>(sql`
    SELECT h.month, ${FIGURES} FROM chapterMonth AS h
    WHERE h.chapter = ${chapter} ORDER BY h.month DESC ${limit(HEALTH_MONTHS)}`)

/** Months that any chapter has, the latest first. */
export const knownMonths = (views: ViewReader) =>
  views.column(sql`
    WITH RECURSIVE known (month) AS (
      SELECT max(month) FROM chapterMonth
      UNION ALL
      SELECT (SELECT max(h.month) FROM chapterMonth AS h WHERE h.month < known.month) FROM known
      WHERE known.month IS NOT NULL
    ) SELECT month FROM known WHERE month IS NOT NULL ${limit(HEALTH_MONTHS)}`)

/** Figures without a value come before 0. As texts of one length, so that they can be compared with a cursor. */
const figureKey = (figure: Query) => sql`printf('%09d', coalesce(${figure} + 1, 0))`

const KEYS: Readonly<Record<HealthSort, Query>> = {
  name: sql`c.nameKey`,
  members: figureKey(sql`h.members`),
  joined: figureKey(sql`h.joined`),
  left: figureKey(sql`h.left`),
  events: figureKey(sql`h.events`),
  filled: figureKey(sql`h.filled`),
  noShows: figureKey(sql`CASE WHEN h.going > 0 THEN h.noShows END`),
  met: figureKey(sql`h.met`),
  alone: figureKey(sql`h.alone`),
}

interface MonthPage extends RowRange {
  month: string
  sort: HealthSort
  order: 'up' | 'down'
}

/** A month of all chapters. Up to `rows`. */
export function monthLines(views: ViewReader, { month, sort, order, after, rows }: MonthPage) {
  const [direction, comparison] = order === 'up' ? [sql`ASC`, sql`>`] : [sql`DESC`, sql`<`]
  const inOrder = (id: Query) => sql`h.month = ${month}
    ${when(after, () => sql`AND (${KEYS[sort]}, ${id}) ${comparison} (${after!.key}, ${after!.id})`)}
    ORDER BY ${KEYS[sort]} ${direction}, ${id} ${direction} ${limit(rows)}`
  // Names are read only for the page, unless it is sorted by them.
  const months =
    sort === 'name'
      ? sql`chapterMonth`
      : sql`(SELECT * FROM chapterMonth AS h WHERE ${inOrder(sql`h.chapter`)})`
  return views.all<ChapterMonthLine & Position>(sql`
    SELECT c.id, ${KEYS[sort]} AS key, c.slug, c.name, ${FIGURES}
    FROM ${months} AS h CROSS JOIN chapter AS c ON c.id = h.chapter WHERE ${inOrder(sql`c.id`)}`)
}

interface Viewer {
  id: string
  role: MemberRole
}

const MAX_NEWCOMERS = 6

type NewcomerRow = { card: string; since: string; total: number }

/** Members since less than 30 days who have met nobody, without the viewer and people hidden from them. */
export function loneNewcomers(views: ViewReader, viewer: Viewer, chapter: string, now: number) {
  const since = isoInstant(now - NEWCOMER_DAYS * DAY)
  const rows = views.all<NewcomerRow>(sql`
    SELECT ${cardSeenBy(viewer.id)} AS card, own.since, count(*) OVER () AS total
    FROM chapterMembership AS own CROSS JOIN person AS p ON p.id = own.member
    WHERE own.chapter = ${chapter} AND own.state = 'active' AND own.since > ${since} AND own.member <> ${viewer.id}
      AND ${canInCommunity(viewer.role, 'administer') ? isInListsOf(viewer.id) : isActiveFor(viewer.id)}
      AND NOT ${hasMetIn(sql`own.member`, sql`own.since`, sql`${isoInstant(now)}`)}
    ORDER BY own.since, own.member ${limit(MAX_NEWCOMERS)}`)
  const items: (MemberCard & { since: string })[] = rows.map((row) => ({
    ...parseCard(row.card),
    since: row.since,
  }))
  return { total: rows[0]?.total ?? 0, items }
}

/** Whether one of its own events is published and not over. */
export const hasEventAhead = (views: ViewReader, chapter: string, now: number) =>
  views.get(sql`
    SELECT 1 FROM eventChapter AS ofChapter CROSS JOIN event AS e ON e.number = ofChapter.number
    WHERE ofChapter.chapter = ${chapter} AND ofChapter.isOwn = 1 AND ofChapter.startsAt >= ${isoInstant(now)}
      AND e.status = 'published' AND e.isListed = 1`) !== undefined
