import { MAX_EVENT } from '#shared/events/rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { isVisible } from '#server/modules/events/events/rules.ts'
import { isOffered } from '#server/modules/attendance/rsvps/rules.ts'
import { type Json, limit, parseJson, type Query, sql, type ViewReader } from '#server/views/sql.ts'

import type { CalendarAnswer, CalendarEvent } from './entries.ts'

/** Long enough for every calendar app to update. */
export const LISTED_AFTER_CANCELLATION = 30 * DAY
const MAX_EVENTS = 500

interface Row {
  calendar: Json<CalendarEvent>
}

/** Undefined if members may not see the event. */
export function calendarEvent(views: ViewReader, id: string) {
  const row = views.get<Row>(sql`SELECT e.calendar FROM event AS e WHERE e.id = ${id} AND ${isVisible.sql}`)
  return row && eventIn(row)
}

/**
 * Events that start at `from` or later and that the member hosts, goes to, might go to or is offered a seat at. A host's
 * own RSVP counts before the hosting: SQLite takes `state` from the row with the latest `answeredAt`.
 * @param times ISO instants
 */
export const answeredEvents = (
  views: ViewReader,
  memberId: string,
  { from, now }: { from: string; now: string },
): { event: CalendarEvent; answer: CalendarAnswer }[] =>
  views
    .all<CalendarAnswer & Row>(sql`
      SELECT mine.state, max(mine.answeredAt) AS answeredAt, e.calendar FROM (
        SELECT r.event AS id, r.state, r.answeredAt FROM rsvp AS r
        WHERE r.member = ${memberId} AND r.startsAt >= ${from} AND (
          r.state IN ('going', 'maybe') OR ${isOffered(now)})
        UNION ALL
        SELECT hosted.id, 'going', '' FROM eventTeam AS own CROSS JOIN event AS hosted ON hosted.number = own.number
        WHERE own.memberId = ${memberId} AND own.startsAt >= ${from} AND own.isHost = 1
      ) AS mine CROSS JOIN event AS e ON e.id = mine.id
      WHERE ${isVisible.sql}
      GROUP BY e.id
      ORDER BY e.startsAt, e.id`)
    .map(({ calendar, ...answer }) => ({ event: eventIn({ calendar }), answer }))

/**
 * Events that have not ended, and those of them that were cancelled lately. Earliest first.
 * @param isFor whether the feed has the event `e`
 */
export const upcomingCalendarEvents = (views: ViewReader, now: number, isFor: Query): CalendarEvent[] =>
  views
    .all<Row>(sql`
      SELECT e.calendar FROM event AS e
      WHERE ${isFor} AND e.startsAt >= ${isoInstant(now - MAX_EVENT)} AND e.endsAt > ${isoInstant(now)}
        AND (e.status = 'published'
          OR (e.status = 'cancelled' AND e.calendar ->> 'changedAt' >= ${isoInstant(now - LISTED_AFTER_CANCELLATION)}))
      ORDER BY e.startsAt, e.id ${limit(MAX_EVENTS)}`)
    .map(eventIn)

const eventIn = ({ calendar }: Row) => parseJson(calendar)
