import * as m from '#shared/events/messages.ts'
import { formatSpan } from '#shared/lib/date-style.ts'
import { zoneLabel } from '#shared/lib/time-zone-labels.ts'

import { motifOf } from './motifs.ts'
import type { PublicEvent } from './public-events.ts'
import type { Seats } from './rsvps.ts'
import type { EventSummary } from './schema.ts'

/** The venue and its city. */
const venueLabel = ({ venueName, city }: Pick<EventSummary, 'venueName' | 'city'>) =>
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

/** The event as people without a session see it. */
export function publicEventOf(event: EventSummary, seats?: Seats, cover?: string): PublicEvent {
  const { id, title, summary, startsAt, endsAt, timeZone, allDay, status, format } = event
  return {
    id,
    title,
    summary,
    startsAt,
    endsAt,
    timeZone,
    allDay,
    status: status as PublicEvent['status'],
    when: whenLabel(event),
    format,
    venue: format === 'online' ? '' : venueLabel(event),
    place: placeLabel(event),
    seats: status === 'published' ? seatsLabel(seats) : '',
    cover: cover || undefined,
    ...motifOf(event),
  }
}

function seatsLabel({ left, waiting }: Partial<Seats> = {}) {
  if (left === undefined) return ''
  // People on the waitlist come first.
  if (left === 0 || waiting) return m.full()
  return m.rsvpSeatsLeft({ count: left })
}
