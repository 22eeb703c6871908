import { EVENT_LIMITS, type EventStatus } from '#shared/events/rules.ts'
import { isGuest } from '#server/views/rights.ts'
import { limit, sql, type ViewReader } from '#server/views/sql.ts'

import { concernedBy } from './rights.ts'

/** Events of the series with any status, earliest first. */
export const seriesDates = (views: ViewReader, seriesId: string) =>
  views.all<{ id: string; startsAt: string; status: EventStatus }>(sql`
    SELECT id, startsAt, status FROM event WHERE seriesId = ${seriesId} ORDER BY startsAt, id
    ${limit(EVENT_LIMITS.seriesTotal)}`)

/** Members of chapters whom the event admits, except events for invited people. */
export const chapterAudience = (views: ViewReader, eventId: string) =>
  views.column(sql`
    SELECT own.member FROM event AS e CROSS JOIN eventChapter AS hosting ON hosting.number = e.number
      CROSS JOIN chapterMembership AS own ON own.chapter = hosting.chapter AND own.state = 'active'
    WHERE e.id = ${eventId} AND hosting.admits = 1`)

/** Number of active members and guests whom changes of the events concern, other than `doneBy`. */
export const peopleNotified = (views: ViewReader, eventIds: readonly string[], doneBy: string) =>
  views.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (${concernedBy(eventIds)}) LEFT JOIN person AS p ON p.id = member
    WHERE member <> ${doneBy} AND (p.status = 'active' OR ${isGuest(sql`member`)})`)!.count
