import type { RsvpState } from '#shared/event-rules.ts'
import type { Actor } from '#server/lib/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'

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
  /** Of this product: where links lead. */
  origin: string
  product: string
  /** As the viewer may see it, fails as absent otherwise; `joinUrl` is there only for those who may have it. */
  visibleEvent: (viewer: Actor, eventId: string) => Promise<CalendarEvent>
  /** Events that start at `from` (ISO instant) or later, drafts apart, with the member's answers. */
  answeredEvents: (
    memberId: string,
    from: string,
  ) => Promise<{ event: CalendarEvent; answer: CalendarAnswer }[]>
  /** What was agreed on, starting at `from` (ISO instant) or later. */
  scheduledMeetings: (memberId: string, from: string) => Promise<CalendarMeeting[]>
}

export type CalendarService = ReturnType<typeof createCalendarService>

const DAY = 24 * 60 * 60 * 1_000
const KEPT_AFTERWARDS = 90 * DAY
/** Long enough for every program to have heard of it. */
const KEPT_CANCELLED = 30 * DAY
const REFRESH_EVERY = 'PT1H'

const SHOWN_ANSWERS: ReadonlySet<RsvpState> = new Set(['going', 'maybe', 'offered'])

export function createCalendarService(deps: Deps) {
  const { clock, origin, product } = deps

  return {
    /** One event as a file to open with a calendar. */
    async file(viewer: Actor, eventId: string) {
      const event = await deps.visibleEvent(viewer, eventId)
      const method = event.status === 'cancelled' ? 'CANCEL' : 'PUBLISH'
      const text = writeCalendar({ product, method, entries: [eventEntry(event, origin)] })
      return { title: event.title, text }
    },

    /** Everything that is in the member's diary because of this product. The same until something changes. */
    async diary(memberId: string): Promise<string> {
      const from = isoInstant(clock() - KEPT_AFTERWARDS)
      const [answered, meetings] = await Promise.all([
        deps.answeredEvents(memberId, from),
        deps.scheduledMeetings(memberId, from),
      ])
      const entries = [
        ...answered.flatMap(({ event, answer }) => diaryEntry(event, answer)),
        ...meetings.map((meeting) => meetingEntry(meeting, origin)),
      ]
      const subscription = { name: product, refreshEvery: REFRESH_EVERY }
      return writeCalendar({ product, method: 'PUBLISH', entries, subscription })
    },
  }

  function diaryEntry({ joinUrl, ...event }: CalendarEvent, answer: CalendarAnswer): CalendarEntry[] {
    if (!SHOWN_ANSWERS.has(answer.state)) return []
    const cancelledFor = event.status === 'cancelled' ? clock() - Date.parse(event.changedAt) : 0
    if (cancelledFor > KEPT_CANCELLED) return []
    const mayJoin = answer.state === 'going' && joinUrl !== undefined
    return [eventEntry({ ...event, ...(mayJoin && { joinUrl }) }, origin, answer)]
  }
}
