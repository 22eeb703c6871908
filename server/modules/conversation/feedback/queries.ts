import { MAX_EVENT } from '#shared/events/rules.ts'
import type { FeedbackResults } from '#shared/conversation/feedback.ts'
import { DAY } from '#shared/lib/durations.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { isHistory, isListed } from '#server/modules/events/events/rules.ts'
import { cardSeenBy, isInListsOf, parseCard } from '#server/views/cards.ts'
import { limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

/**
 * Attendees of the event `e` without its hosts: members who were checked in, or all who were going where check-in
 * was not used.
 */
const attendees = (event: string, member?: string): Query => sql`
  SELECT r.member FROM event AS e CROSS JOIN rsvp AS r ON r.event = e.id AND r.state = 'going'
  WHERE e.id = ${event} AND ${isListed.sql} AND NOT ${isHistory.sql}
    ${when(member, () => sql`AND r.member = ${member}`)}
    AND (r.checkedInAt IS NOT NULL OR NOT EXISTS (
      SELECT 1 FROM rsvp AS any WHERE any.event = e.id AND any.state = 'going' AND any.checkedInAt IS NOT NULL))
    AND r.member <> e.organiser AND r.member NOT IN (SELECT value FROM json_each(e.hosts))`

export const attendedIds = (views: ViewReader, event: string) => views.column(attendees(event))

export const hasAttended = (views: ViewReader, event: string, member: string) =>
  views.get(attendees(event, member)) !== undefined

/** Numbers of answers by rating. */
export const ratingCounts = (views: ViewReader, event: string) =>
  views.all<{ rating: number; count: number }>(
    sql`SELECT rating, count(*) AS count FROM feedback WHERE event = ${event} GROUP BY rating`,
  )

/** Sentences in the order of their random ids. */
export const sentencesOf = (
  views: ViewReader,
  viewerId: string,
  event: string,
  rows: number,
): NonNullable<FeedbackResults['results']>['sentences'] =>
  views
    .all<{ text: string; card: string | null }>(sql`
      SELECT f.sentence AS text, CASE WHEN p.status = 'active' THEN ${cardSeenBy(viewerId)} END AS card
      FROM feedback AS f LEFT JOIN person AS p ON p.id = f.by AND ${isInListsOf(viewerId)}
      WHERE f.event = ${event} AND f.sentence <> '' ORDER BY f.id ${limit(rows)}`)
    .map(({ text, card }) => ({ text, by: card === null ? undefined : parseCard(card) }))

/** Events that took place and ended within the days before `until` (epoch milliseconds). */
export const eventsEnded = (views: ViewReader, { days, until }: { days: number; until: number }) =>
  views.all<{ id: string; title: string; endsAt: string; timeZone: string }>(sql`
    SELECT e.id, e.title, e.endsAt, e.timeZone FROM event AS e
    WHERE ${isListed.sql} AND NOT ${isHistory.sql} AND e.startsAt > ${isoInstant(until - days * DAY - MAX_EVENT)}
      AND e.startsAt < ${isoInstant(until)}
      AND e.endsAt > ${isoInstant(until - days * DAY)} AND e.endsAt <= ${isoInstant(until)}
    ORDER BY e.startsAt, e.id`)
