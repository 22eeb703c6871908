import * as m from '#shared/calendar/messages.ts'
import * as ofEvents from '#shared/events/messages.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { formatAddress, type Address } from '#shared/people/address.ts'
import type { EventFormat, EventStatus, RsvpState } from '#shared/events/rules.ts'
import { meetingPath } from '#shared/lib/paths/meetings.ts'
import { paths } from '#shared/lib/paths.ts'

import type { CalendarEntry } from './ical.ts'

export interface CalendarEvent {
  id: string
  sequence: number
  changedAt: string
  status: EventStatus
  title: string
  summary: string
  tags: readonly string[]
  startsAt: string
  endsAt: string
  allDay: boolean
  timeZone: string
  format: EventFormat
  venue?: { name: string; address: Address }
  joinUrl?: string
  /** Reason for the cancellation. */
  reason?: string
}

export interface CalendarMeeting {
  id: string
  changedAt: string
  sequence: number
  purpose: string
  startsAt: string
  durationMinutes: number
  /** May be empty. */
  place: string
  joinUrl: string
  agenda: readonly string[]
  /** Also true while new times are voted on. */
  cancelled: boolean
  /** Reason for the cancellation or the new vote. */
  reason?: string
}

/** The member's RSVP as calendars show it. */
export interface CalendarAnswer {
  state: RsvpState
  answeredAt: string
}

/**
 * @param event with `joinUrl` only if the reader of the calendar may have it
 * @param origin of this product; its host is part of the stable UID
 */
export function eventEntry(event: CalendarEvent, origin: string, answer?: CalendarAnswer): CalendarEntry {
  const { title, startsAt, endsAt, allDay, timeZone, sequence } = event
  const url = origin + paths.event(event.id)
  const changes = [event.changedAt, answer?.answeredAt ?? ''].toSorted()
  return {
    uid: uidOf(event.id, origin),
    sequence,
    changedAt: changes.at(-1)!,
    status: statusOf(event.status, answer?.state),
    // Some apps show cancelled entries like any other (MS-OXCICAL, 2.1.3.1.1.20.23).
    title: event.status === 'cancelled' ? ofEvents.calendarCancelled({ what: title }) : title,
    startsAt,
    endsAt,
    allDay,
    timeZone,
    description: descriptionOf(event, url),
    location: locationOf(event),
    url,
    categories: event.tags,
  }
}

export function meetingEntry(meeting: CalendarMeeting, origin: string): CalendarEntry {
  const { id, purpose, startsAt, durationMinutes, place, joinUrl, agenda, cancelled, reason } = meeting
  const url = origin + meetingPath(id)
  return {
    uid: uidOf(id, origin),
    sequence: meeting.sequence,
    changedAt: meeting.changedAt,
    status: cancelled ? 'CANCELLED' : 'CONFIRMED',
    title: cancelled ? ofEvents.calendarCancelled({ what: purpose }) : purpose,
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + durationMinutes * MINUTE).toISOString(),
    allDay: false,
    timeZone: 'UTC',
    description: [
      reason && ofEvents.calendarCancelled({ what: reason }),
      agenda.map((line) => `- ${line}`).join('\n'),
      joinUrl && m.calendarJoin({ url: joinUrl }),
      url,
    ]
      .filter(Boolean)
      .join('\n\n'),
    location: place || joinUrl,
    url,
  }
}

const uidOf = (id: string, origin: string) => `${id}@${new URL(origin).host}`

function statusOf(status: EventStatus, answer: RsvpState | undefined): CalendarEntry['status'] {
  if (status === 'cancelled') return 'CANCELLED'
  return answer === 'maybe' || answer === 'offered' ? 'TENTATIVE' : 'CONFIRMED'
}

/** Links to the page instead of repeating the long description: calendars show little, and no Markdown. */
const descriptionOf = ({ reason, summary, joinUrl }: CalendarEvent, url: string) =>
  [
    reason && ofEvents.calendarCancelled({ what: reason }),
    summary,
    joinUrl && m.calendarJoin({ url: joinUrl }),
    url,
  ]
    .filter(Boolean)
    .join('\n\n')

function locationOf({ format, venue, joinUrl }: CalendarEvent) {
  if (format === 'online' || !venue) return joinUrl ?? ''
  return [venue.name.trim(), formatAddress(venue.address)].filter(Boolean).join(', ')
}
