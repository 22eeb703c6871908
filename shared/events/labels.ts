import * as m from '#shared/events/messages.ts'
import { formatSpan } from '#shared/lib/date-style.ts'
import { zoneLabel } from '#shared/lib/time-zone-labels.ts'

import type { EventSummary } from './schema.ts'

/** The venue and its city. */
export const venueLabel = ({ venueName, city }: Pick<EventSummary, 'venueName' | 'city'>) =>
  [venueName, city].filter(Boolean).join(', ')

/** The venue and its city, or a label for online events. */
export function placeLabel({ format, ...where }: Pick<EventSummary, 'format' | 'venueName' | 'city'>) {
  const venue = venueLabel(where)
  if (format === 'online' || !venue) return m.eventFormat({ format })
  return format === 'inPerson' ? venue : m.eventPlaceHybrid({ venue })
}

/**
 * `Thursday 3 December 2026 at 18:00–20:00, Lisbon time`. Readers may be anywhere, so it is always in the event's
 * zone.
 */
export function whenLabel({
  startsAt,
  endsAt,
  allDay,
  timeZone,
}: Pick<EventSummary, 'startsAt' | 'endsAt' | 'allDay' | 'timeZone'>) {
  // Midnight belongs to the day that it ends.
  const end = Math.max(Date.parse(startsAt), Date.parse(endsAt) - Number(allDay))
  const when = formatSpan(new Date(startsAt), new Date(end), {
    dateStyle: 'full',
    timeStyle: allDay ? undefined : 'short',
    timeZone,
  })
  const zone = zoneLabel(timeZone, startsAt)
  return `${when}, ${zone}`
}
