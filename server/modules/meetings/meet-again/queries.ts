import type { EventStatus, RsvpState } from '#shared/events/rules.ts'
import type { MeetAgainChoice } from '#shared/meetings/meet-again.ts'
import type { Actor } from '#server/modules/actor.ts'
import { mayJoin } from '#server/modules/events/events/rights.ts'
import { cardSeenBy } from '#server/views/cards.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { isConnected, isNotBlocked } from '#server/views/rights.ts'
import { limit, sql, type ViewReader, when } from '#server/views/sql.ts'

interface PresentRow extends Position {
  /** JSON. */
  card: string
  state: MeetAgainChoice['state']
}

/** The event, unless it is not open to the viewer, and their RSVP to it. */
export const visitOf = (views: ViewReader, viewer: Pick<Actor, 'id' | 'role'>, event: string) =>
  views.get<{
    status: EventStatus
    endsAt: string
    isHistory: number
    state: RsvpState | null
    checkedInAt: string | null
  }>(sql`
    SELECT e.status, e.endsAt, e.isHistory, r.state, r.checkedInAt
    FROM event AS e LEFT JOIN rsvp AS r ON r.member = ${viewer.id} AND r.event = e.id
    WHERE e.id = ${event} AND ${mayJoin.sql(viewer)}`)

/** Others who were checked in, first to arrive first; up to `rows`. */
export const presentRows = (views: ViewReader, viewerId: string, event: string, { after, rows }: RowRange) =>
  views.all<PresentRow>(sql`
    SELECT r.member AS id, r.checkedInAt AS key, ${cardSeenBy(viewerId)} AS card,
      CASE WHEN ${isConnected(viewerId, sql`p.id`)} THEN 'connected'
        WHEN EXISTS (SELECT 1 FROM meetAgainChoice AS c WHERE c.by = ${viewerId} AND c.event = ${event} AND c.of = p.id)
        THEN 'chosen' ELSE 'none' END AS state
    FROM rsvp AS r JOIN person AS p ON p.id = r.member
    WHERE r.event = ${event} AND r.state = 'going' AND r.checkedInAt IS NOT NULL AND p.id <> ${viewerId}
      AND p.status = 'active' AND ${isNotBlocked(viewerId, sql`p.id`)}
      ${when(after, () => sql`AND (r.checkedInAt, r.member) > (${after!.key}, ${after!.id})`)}
    ORDER BY r.checkedInAt, r.member ${limit(rows)}`)
