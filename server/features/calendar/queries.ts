import { sql, type ViewReader } from '#server/views/sql.ts'

import type { CalendarAnswer, CalendarEvent } from './entries.ts'

/** Unless members may not see it. */
export function calendarEvent(views: ViewReader, id: string) {
  const row = views.get<{ calendar: string }>(
    sql`SELECT e.calendar FROM event AS e WHERE e.id = ${id} AND ${isVisible}`,
  )
  return row && eventIn(row)
}

/** Events that start at `from` or later and that the member goes to, might go to or is offered a seat at. @param times ISO instants */
export const answeredEvents = (
  views: ViewReader,
  memberId: string,
  { from, now }: { from: string; now: string },
): { event: CalendarEvent; answer: CalendarAnswer }[] =>
  views
    .all<CalendarAnswer & { calendar: string }>(sql`
      SELECT r.state, r.answeredAt, e.calendar FROM rsvp AS r CROSS JOIN event AS e ON e.id = r.event
      WHERE r.member = ${memberId} AND r.startsAt >= ${from} AND ${isVisible} AND (
        r.state IN ('going', 'maybe') OR (r.state = 'offered' AND coalesce(r.offerUntil >= ${now}, 1)))
      ORDER BY r.startsAt, e.id`)
    .map(({ calendar, ...answer }) => ({ event: eventIn({ calendar }), answer }))

const isVisible = sql`e.status <> 'draft' AND e.isHidden = 0`

const eventIn = ({ calendar }: { calendar: string }) => JSON.parse(calendar) as CalendarEvent
