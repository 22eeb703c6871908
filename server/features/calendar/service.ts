import type { RsvpState } from '#shared/event-rules.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'

import {
  type CalendarAnswer,
  type CalendarEvent,
  type CalendarMeeting,
  eventEntry,
  meetingEntry,
} from './entries.ts'
import { type CalendarEntry, writeCalendar } from './ical.ts'

interface Deps {
  clock: Clock
  /** Of links. */
  origin: string
  /** Name. */
  product: string
  /** Without drafts, in the order of `ids`. At most 500. */
  events: (ids: readonly string[]) => Promise<CalendarEvent[]>
  /** As the viewer may see the event; fails as absent where they may not. */
  eventDetails: (viewer: Actor, eventId: string) => Promise<{ joinUrl?: string }>
  /** The member's RSVPs to events that start at `from` (ISO instant) or later. */
  rsvps: (memberId: string, from: string) => Promise<(CalendarAnswer & { event: string })[]>
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

const LISTED_STATES: ReadonlySet<RsvpState> = new Set(['going', 'maybe', 'offered'])
const BATCH = 500

export function createCalendarService(deps: Deps) {
  const {
    clock,
    origin,
    product,
    events: eventsOf,
    eventDetails,
    rsvps,
    meetings: meetingsOf,
    meeting,
    lastMeeting,
  } = deps

  return {
    /** One event, to open in a calendar app. */
    async file(viewer: Actor, eventId: string) {
      const [{ joinUrl }, [event]] = await Promise.all([eventDetails(viewer, eventId), eventsOf([eventId])])
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
      const [answers, meetings] = await Promise.all([rsvps(memberId, from), meetingsOf(memberId, from)])
      const entries = [
        ...(await answeredEntries(answers)),
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

  async function answeredEntries(all: Awaited<ReturnType<Deps['rsvps']>>): Promise<CalendarEntry[]> {
    const listed = all.filter(isListed)
    const answers = new Map(listed.map((answer) => [answer.event, answer]))
    const events: CalendarEvent[] = []
    for (let at = 0; at < listed.length; at += BATCH) {
      events.push(...(await eventsOf(listed.slice(at, at + BATCH).map(({ event }) => event))))
    }
    return events.filter(isCurrent).map((event) => {
      const answer = answers.get(event.id)!
      const hasLink = answer.state === 'going' && event.format !== 'inPerson'
      const joinUrl = hasLink ? event.joinUrl : undefined
      return eventEntry(withJoinUrl(event, joinUrl), origin, answer)
    })
  }

  function isListed({ state, offerUntil }: CalendarAnswer) {
    const isExpired = state === 'offered' && offerUntil !== undefined && Date.parse(offerUntil) < clock()
    return LISTED_STATES.has(state) && !isExpired
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
