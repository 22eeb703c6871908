import type { EventFormat } from './event-rules.ts'
import type { EventSummary } from './events.ts'

export const FORMAT_NAMES: Record<EventFormat, string> = {
  inPerson: 'In person',
  online: 'Online',
  hybrid: 'In person and online',
}

/** The venue and its city, or that it is online. */
export function placeLabel({ format, venueName, city }: Pick<EventSummary, 'format' | 'venueName' | 'city'>) {
  const venue = [venueName, city].filter(Boolean).join(', ')
  if (format === 'online') return FORMAT_NAMES.online
  if (format === 'inPerson') return venue || FORMAT_NAMES.inPerson
  return venue ? `${venue} · Online` : FORMAT_NAMES.hybrid
}
