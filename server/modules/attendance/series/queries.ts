import { EVENT_LIMITS } from '#shared/events/rules.ts'
import type { EventRole } from '#shared/events/rights.ts'
import type { EventSummary } from '#shared/events/schema.ts'
import type { Actor } from '#server/modules/actor.ts'
import { maySee, roleAt } from '#server/modules/events/events/rights.ts'
import { type Json, limit, sql, type ViewReader } from '#server/views/sql.ts'

interface SeriesRow {
  id: string
  card: Json<EventSummary>
  capacity: number | null
  /** The viewer's. */
  role: EventRole | null
}

/** Events of the series that the viewer may see, earliest first. */
export const seriesEvents = (views: ViewReader, viewer: Pick<Actor, 'id' | 'role'>, seriesId: string) =>
  views.all<SeriesRow>(sql`
    SELECT e.id, e.card, e.capacity, ${roleAt.sql(viewer)} AS role FROM event AS e
    WHERE e.seriesId = ${seriesId} AND ${maySee.sql(viewer)}
    ORDER BY e.startsAt, e.id ${limit(EVENT_LIMITS.seriesTotal)}`)
