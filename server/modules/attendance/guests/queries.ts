import { shownName } from '#server/views/cards.ts'
import { isNotBlocked } from '#server/views/rights.ts'
import { limit, sql, type ViewReader } from '#server/views/sql.ts'

/** Ids of confirmed guests of events that ended in a period, however often these were moved. ISO instants. */
export const guestsOfEnded = (views: ViewReader, { after, by }: { after: string; by: string }) =>
  views.column(sql`
    SELECT g.id FROM eventGuest AS g CROSS JOIN event AS e ON e.id = g.event
    WHERE g.isConfirmed = 1 AND e.endsAt > ${after} AND e.endsAt <= ${by}`)

/** People with a seat at an event, up to which all of them meet. */
const SMALL_EVENT = 24

/**
 * Names of members who agree to be named to guests whom they met, first to arrive first: those who were at one of the
 * guest's tables, or at a small event without tables.
 */
export const namesMet = (
  views: ViewReader,
  { event, guest, inviter }: { event: string; guest: string; inviter: string },
  rows: number,
) =>
  views
    .all<{ name: string }>(sql`
      WITH plan (number) AS (SELECT number FROM tablePlan WHERE id = ${event} AND publishedAt IS NOT NULL),
        came (member, checkedInAt) AS MATERIALIZED (
          SELECT r.member, r.checkedInAt FROM rsvp AS r WHERE r.event = ${event} AND r.state = 'going')
      SELECT p.name FROM came CROSS JOIN person AS p ON p.id = came.member
      WHERE p.isNamedToGuests = 1 AND p.id <> ${inviter} AND ${isNotBlocked(inviter, sql`p.id`)}
        AND (came.checkedInAt IS NOT NULL OR NOT EXISTS (SELECT 1 FROM came WHERE checkedInAt IS NOT NULL))
        AND CASE WHEN EXISTS (SELECT 1 FROM plan) THEN EXISTS (
          SELECT 1 FROM plan CROSS JOIN tableSeat AS own ON own.number = plan.number AND own.member = ${guest}
            CROSS JOIN json_each(own.tables) AS at
            CROSS JOIN tableSeat AS other ON other.number = plan.number AND other.member = p.id
          WHERE at.value > 0 AND other.tables ->> at.key = at.value)
        ELSE (SELECT count(*) FROM came) <= ${SMALL_EVENT} END
      ORDER BY came.checkedInAt, p.id ${limit(rows)}`)
    .map(({ name }) => shownName(name))
