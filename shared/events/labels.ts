import * as m from '#shared/events/messages.ts'

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
