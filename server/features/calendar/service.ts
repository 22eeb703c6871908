import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import { type CalendarEvent, type CalendarMeeting, eventEntry, meetingEntry } from './entries.ts'
import { type CalendarEntry, writeCalendar } from './ical.ts'
import { answeredEvents, calendarEvent } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  /** Of links. */
  origin: string
  /** Name. */
  product: string
  /** As the viewer may see the event; fails as absent where they may not. */
  eventDetails: (viewer: Actor, eventId: string) => Promise<{ joinUrl?: string }>
  /** The member's meetings that were scheduled to start at `from` (ISO instant) or later. */
  meetings: (memberId: string, from: string) => Promise<CalendarMeeting[]>
  /** Fails unless the viewer is in it and it has a time. */
  meeting: (viewerId: string, meetingId: string) => Promise<CalendarMeeting>
  /** The same, also when it was cancelled. */
  lastMeeting: (viewerId: string, meetingId: string) => Promise<CalendarMeeting>
}

export type CalendarService = ReturnType<typeof createCalendarService>

const DAY = 24 * 60 * 60 * 1_000
const LISTED_AFTER_START = 90 * DAY
/** Long enough for every calendar app to update. */
const LISTED_AFTER_CANCELLATION = 30 * DAY
const REFRESH_EVERY = 'PT1H'

export function createCalendarService(deps: Deps) {
  const { store, clock, origin, product, eventDetails, meetings: meetingsOf, meeting, lastMeeting } = deps

  return {
    /** One event, to open in a calendar app. */
    async file(viewer: Actor, eventId: string) {
      const { joinUrl } = await eventDetails(viewer, eventId)
      const event = calendarEvent(await store.views(), eventId)
      if (!event) throw notFound('event')
      const entries = [eventEntry(withJoinUrl(event, joinUrl), origin)]
      return { title: event.title, text: writeCalendar({ product, entries }) }
    },

    /** One meeting, to open in a calendar app. */
    meetingFile: async (viewer: Actor, meetingId: string) => meetingFile(await meeting(viewer.id, meetingId)),

    /** The same, or that it was cancelled. */
    meetingUpdateFile: async (viewer: Actor, meetingId: string) =>
      meetingFile(await lastMeeting(viewer.id, meetingId)),

    /** The member's events and meetings. The same text until something changes. */
    async feed(memberId: string): Promise<string> {
      const from = isoInstant(clock() - LISTED_AFTER_START)
      const answered = answeredEvents(await store.views(), memberId, { from, now: isoInstant(clock()) })
      const meetings = await meetingsOf(memberId, from)
      const entries = [
        ...answered.filter(({ event }) => isCurrent(event)).map(answeredEntry),
        ...meetings.filter(isCurrent).map((each) => meetingEntry(each, origin)),
      ]
      const subscription = { name: product, refreshEvery: REFRESH_EVERY }
      return writeCalendar({ product, entries, subscription })
    },
  }

  function meetingFile(found: CalendarMeeting) {
    const entries = [meetingEntry(found, origin)]
    return { title: found.purpose, text: writeCalendar({ product, entries }) }
  }

  function answeredEntry({ event, answer }: ReturnType<typeof answeredEvents>[number]): CalendarEntry {
    const hasLink = answer.state === 'going' && event.format !== 'inPerson'
    return eventEntry(withJoinUrl(event, hasLink ? event.joinUrl : undefined), origin, answer)
  }

  function isCurrent({ changedAt, ...entry }: CalendarEvent | CalendarMeeting) {
    const isCancelled = 'status' in entry ? entry.status === 'cancelled' : entry.cancelled
    return !isCancelled || clock() - Date.parse(changedAt) <= LISTED_AFTER_CANCELLATION
  }
}

function withJoinUrl(event: CalendarEvent, joinUrl: string | undefined): CalendarEvent {
  const { joinUrl: _, ...rest } = event
  return { ...rest, ...(joinUrl && { joinUrl }) }
}
