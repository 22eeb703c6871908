import type { DayNumbers } from '#shared/programme/desk/schema.ts'
import type { Actor } from '#server/modules/actor.ts'
import { endedEvents } from '#server/modules/events/events/rights.ts'
import { hasExpired, isMembers, isOffered } from '#server/modules/attendance/rsvps/rules.ts'
import { cardSeenBy } from '#server/views/cards.ts'
import { isNotBlocked } from '#server/views/rights.ts'
import { SEAT_FIGURES, type SeatFigures } from '#server/views/seat-figures.ts'
import { limit, sql, type ViewReader } from '#server/views/sql.ts'

import type { DeskFacts } from './next-step.ts'

/** Numbers that decide the next step of an event's organiser. */
export const deskFacts = (views: ViewReader, event: string) =>
  views.get<DeskFacts>(sql`
    SELECT
      coalesce(sum(count) FILTER (WHERE state = 'requested'), 0) AS requested,
      coalesce(sum(count) FILTER (WHERE state = 'maybe'), 0) AS undecided,
      coalesce(sum(count) FILTER (WHERE state = 'going'), 0) AS going,
      (SELECT max(at) FROM (
        SELECT at FROM announcement WHERE event = ${event}
        UNION ALL SELECT at FROM groupMessage WHERE event = ${event} AND kind IN ('maybe', 'going', 'checkedIn')
      )) AS lastSentAt,
      EXISTS (SELECT 1 FROM recap WHERE id = ${event}) AS hasRecap
    FROM rsvpCount WHERE event = ${event}`)!

/** Page views and RSVPs of an event by day, earliest first. Goes through all RSVPs to the event. */
export const numbersByDay = (views: ViewReader, event: string, now: string) =>
  views.all<DayNumbers>(sql`
    SELECT day, sum(members) AS members, sum(visitors) AS visitors, sum(going) AS going, sum(maybe) AS maybe,
      sum(waiting) AS waiting, sum(declined) AS declined
    FROM (
      SELECT day, members, visitors, 0 AS going, 0 AS maybe, 0 AS waiting, 0 AS declined
      FROM eventPageViews WHERE event = ${event}
      UNION ALL
      SELECT substr(r.answeredAt, 1, 10), 0, 0, r.state = 'going', r.state = 'maybe',
        r.state IN ('waitlisted', 'requested') OR ${isOffered(now)},
        r.state = 'declined' OR ${hasExpired(now)}
      FROM rsvp AS r WHERE r.event = ${event})
    GROUP BY day ORDER BY day`)

/** Numbers of members with a seat, and of those who were checked in. */
export const seatedCounts = (views: ViewReader, event: string) =>
  views.get<{ going: number; checkedIn: number }>(sql`
    SELECT count(*) AS going, count(r.checkedInAt) AS checkedIn
    FROM rsvp AS r WHERE r.event = ${event} AND r.state = 'going'`)!

/** Whether anyone was checked in at the event `e`. */
const USES_CHECK_IN = sql`EXISTS (
  SELECT 1 FROM rsvp AS any WHERE any.event = e.id AND any.state = 'going' AND any.checkedInAt IS NOT NULL)`

interface EndedRow extends SeatFigures {
  id: string
  title: string
  startsAt: string
  timeZone: string
  capacity: number | null
  newcomers: number
  views: number
}

/** Figures of the latest events that have ended and that the actor manages, oldest first. */
export const endedEventFigures = (views: ViewReader, actor: Actor, now: string, rows: number) =>
  views.all<EndedRow>(sql`
    SELECT e.id, e.title, e.startsAt, e.timeZone, e.capacity,
      ${SEAT_FIGURES},
      (SELECT count(*) FROM rsvp AS r WHERE r.event = e.id AND r.state = 'going' AND ${isMembers}
        AND (r.checkedInAt IS NOT NULL OR NOT ${USES_CHECK_IN})
        AND NOT EXISTS (SELECT 1 FROM rsvp AS before CROSS JOIN event AS earlier ON earlier.id = before.event
          WHERE before.member = r.member AND before.state = 'going' AND before.startsAt < e.startsAt
            AND earlier.isListed = 1)) AS newcomers,
      (SELECT coalesce(sum(members + visitors), 0) FROM eventPageViews WHERE event = e.id) AS views
    FROM ${endedEvents(actor, now, rows)} AS e ORDER BY e.startsAt, e.id`)

/** Members who came to the events, once for each, without people hidden from the actor. */
const visits = (actor: Actor, now: string, rows: number) => sql`
  SELECT r.member, e.startsAt AS at, e.title FROM ${endedEvents(actor, now, rows)} AS e
    CROSS JOIN rsvp AS r ON r.event = e.id AND r.state = 'going'
    CROSS JOIN person AS p ON p.id = r.member
  WHERE p.status = 'active' AND ${isNotBlocked(actor.id, sql`p.id`)} AND r.member <> ${actor.id}
    AND (r.checkedInAt IS NOT NULL OR NOT ${USES_CHECK_IN})`

interface NotBeenRow {
  member: string
  /** JSON. */
  card: string
  lastAt: string
  title: string
}

/** Members who came to one of the events, but to none since, the longest absent first. @param since ISO instant */
export const notBeenSince = (
  views: ViewReader,
  actor: Actor,
  { now, since, events, rows }: { now: string; since: string; events: number; rows: number },
) =>
  views.all<NotBeenRow & { total: number }>(sql`
    WITH visit AS MATERIALIZED (${visits(actor, now, events)})
    SELECT latest.member, ${cardSeenBy(actor.id)} AS card, latest.lastAt, latest.title, latest.total
    FROM (
      SELECT member, max(at) AS lastAt, title, count(*) OVER () AS total FROM visit GROUP BY member
      HAVING max(at) < ${since} ORDER BY lastAt, member ${limit(rows)}) AS latest
      CROSS JOIN person AS p ON p.id = latest.member
    ORDER BY latest.lastAt, latest.member`)

/** The end of a month, and the start of the period in which the people attended nothing. ISO instants. */
export interface MonthEnd {
  month: string
  until: string
  since: string
}

/** Number of members for each month who had come to one of the events until its end, but not since `since`. */
export const notBeenByMonth = (
  views: ViewReader,
  actor: Actor,
  { now, months, events }: { now: string; months: readonly MonthEnd[]; events: number },
) =>
  views.all<{ month: string; people: number }>(sql`
    WITH visit AS MATERIALIZED (${visits(actor, now, events)})
    SELECT wanted.value ->> 'month' AS month, (
      SELECT count(*) FROM (
        SELECT 1 FROM visit WHERE at < wanted.value ->> 'until' GROUP BY member
        HAVING max(at) < wanted.value ->> 'since')) AS people
    FROM json_each(${JSON.stringify(months)}) AS wanted ORDER BY wanted.key`)
