import { isCurrent, isVisible } from '#server/modules/events/events/rules.ts'
import { isHiddenCancellation } from '#server/modules/meetings/meetings/document/state.ts'
import { among, sql, type ViewReader } from '#server/views/sql.ts'

/**
 * Times of events that these members go to or host, and of their meetings, which have not ended and start before
 * `until`.
 * @param range ISO instants
 */
export function busyTimes(
  views: ViewReader,
  memberIds: readonly string[],
  { now, until }: { now: string; until: string },
) {
  const isAhead = sql`${isVisible.sql} AND ${isCurrent.sql(now)} AND e.startsAt < ${until}`
  return views.all<{ memberId: string; startsAt: string; endsAt: string }>(sql`
    SELECT r.member AS memberId, e.startsAt, e.endsAt FROM rsvp AS r CROSS JOIN event AS e ON e.id = r.event
    WHERE r.member IN ${among(memberIds)} AND r.state = 'going' AND ${isAhead}
    UNION ALL
    SELECT o.memberId, e.startsAt, e.endsAt FROM eventTeam AS o CROSS JOIN event AS e USING (number)
    WHERE o.memberId IN ${among(memberIds)} AND o.isHost = 1 AND ${isAhead}
    UNION ALL
    SELECT own.memberId, m.startsAt, m.endsAt FROM meetingMember AS own CROSS JOIN meeting AS m USING (number)
    WHERE own.memberId IN ${among(memberIds)} AND own.closesAt > ${now} AND m.startsAt < ${until}
      AND m.state = 'scheduled' AND m.endsAt > ${now} AND NOT ${isHiddenCancellation.sql}`)
}
