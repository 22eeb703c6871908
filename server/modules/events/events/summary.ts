import type { EventSummary } from '#shared/events/schema.ts'

import type { EventDocument } from './collection.ts'
import { visibleCoverOf } from './rules.ts'

/** An event as people who may see it see it. */
export const summaryOf = (event: EventDocument): EventSummary => {
  const { id, title, summary, startsAt, endsAt, allDay, timeZone, format, status, tags, venue } = event
  const cover = visibleCoverOf(event)
  const city = venue?.address.city
  return {
    id,
    title,
    summary,
    startsAt,
    endsAt,
    allDay,
    timeZone,
    format,
    status,
    tags,
    venueName: venue?.name || undefined,
    city: city || undefined,
    cover: cover || undefined,
  }
}
