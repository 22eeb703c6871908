import type { ChapterFigures } from '#shared/chapters/health.ts'
import { NEWCOMER_DAYS } from '#shared/chapters/rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { hasMetIn } from '#server/views/rights.ts'
import { SEAT_FIGURES } from '#server/views/seat-figures.ts'
import { sql, type ViewReader } from '#server/views/sql.ts'

/** ISO instants. */
interface Period {
  from: string
  to: string
}

/** The end of someone’s first days in a chapter, from their `joinedAt`. */
const newcomerUntil = sql`strftime('%Y-%m-%dT%H:%M:%fZ', s.joinedAt, '+' || ${NEWCOMER_DAYS} || ' days')`

/** Own events of a chapter that took place, as `held`, with the seats taken and the people who came. */
const heldEvents = (chapter: string, { from, to }: Period) => sql`held AS MATERIALIZED (
  SELECT e.capacity,
    ${SEAT_FIGURES}
  FROM eventChapter AS ofChapter CROSS JOIN event AS e ON e.number = ofChapter.number
  WHERE ofChapter.chapter = ${chapter} AND ofChapter.startsAt >= ${from} AND ofChapter.startsAt < ${to}
    AND ofChapter.isOwn = 1 AND e.isListed = 1 AND (e.status = 'completed' OR e.endsAt <= ${to}))`

/** Counts the figures of a chapter from `from` to `to`, which is not in the future. */
export function countFigures(views: ViewReader, chapter: string, { from, to }: Period): ChapterFigures {
  const [newFrom, newTo] = [from, to].map((at) => isoInstant(Date.parse(at) - NEWCOMER_DAYS * DAY))
  return views.get<ChapterFigures>(sql`
    WITH ${heldEvents(chapter, { from, to })},
      stay AS (SELECT member, joinedAt, leftAt FROM chapterStay WHERE chapter = ${chapter}),
      present AS MATERIALIZED (SELECT member FROM stay WHERE joinedAt < ${to} AND leftAt >= ${to})
    SELECT
      (SELECT count(*) FROM present) AS members,
      (SELECT count(*) FROM stay WHERE joinedAt >= ${from} AND joinedAt < ${to}) AS joined,
      (SELECT count(*) FROM stay WHERE leftAt >= ${from} AND leftAt < ${to}) AS left,
      (SELECT count(*) FROM held) AS events,
      (SELECT coalesce(sum(min(seats, capacity)), 0) FROM held WHERE capacity IS NOT NULL) AS seats,
      (SELECT coalesce(sum(capacity), 0) FROM held) AS capacity,
      (SELECT coalesce(sum(going), 0) FROM held WHERE checkedIn > 0) AS going,
      (SELECT coalesce(sum(going - checkedIn), 0) FROM held WHERE checkedIn > 0) AS noShows,
      (SELECT count(*) FROM present WHERE ${hasMetIn(sql`present.member`, sql`${from}`, sql`${to}`)}) AS met,
      (SELECT count(*) FROM stay AS s
        WHERE s.joinedAt >= ${newFrom} AND s.joinedAt < ${newTo} AND s.leftAt > ${newcomerUntil}
          AND NOT ${hasMetIn(sql`s.member`, sql`s.joinedAt`, newcomerUntil)}) AS alone`)!
}
