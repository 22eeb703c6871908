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
  /** Of this product: where links lead. */
  origin: string
  product: string
  /** Of all but drafts, in the order of `ids`. At most 500. */
  events: (ids: readonly string[]) => Promise<CalendarEvent[]>
  /** As the viewer may see it; fails as absent where they may not. */
  details: (viewer: Actor, eventId: string) => Promise<{ joinUrl?: string }>
  /** The member's answers to events that start at `from` (ISO instant) or later. */
  answers: (memberId: string, from: string) => Promise<(CalendarAnswer & { event: string })[]>
  /** What the member and others agreed on, starting at `from` (ISO instant) or later. */
  meetings: (memberId: string, from: string) => Promise<CalendarMeeting[]>
}

export type CalendarService = ReturnType<typeof createCalendarService>

const DAY = 24 * 60 * 60 * 1_000
const KEPT_AFTERWARDS = 90 * DAY
/** Long enough for every program to have heard of it. */
const KEPT_CANCELLED = 30 * DAY
const REFRESH_EVERY = 'PT1H'

const SHOWN: ReadonlySet<RsvpState> = new Set(['going', 'maybe', 'offered'])
const MOST_AT_ONCE = 500

export function createCalendarService({ clock, origin, product, ...deps }: Deps) {
  return {
    /** One event as a file to open with a calendar. */
    async file(viewer: Actor, eventId: string) {
      const [{ joinUrl }, [event]] = await Promise.all([
        deps.details(viewer, eventId),
        deps.events([eventId]),
      ])
      if (!event) throw notFound('event')
      const entries = [eventEntry(withJoinUrl(event, joinUrl), origin)]
      return { title: event.title, text: writeCalendar({ product, entries }) }
    },

    /** Everything that is in the member's diary because of this product. The same until something changes. */
    async diary(memberId: string): Promise<string> {
      const from = isoInstant(clock() - KEPT_AFTERWARDS)
      const [answers, meetings] = await Promise.all([
        deps.answers(memberId, from),
        deps.meetings(memberId, from),
      ])
      const entries = [
        ...(await answeredEntries(answers)),
        ...meetings.map((meeting) => meetingEntry(meeting, origin)),
      ]
      const subscription = { name: product, refreshEvery: REFRESH_EVERY }
      return writeCalendar({ product, entries, subscription })
    },
  }

  async function answeredEntries(all: Awaited<ReturnType<Deps['answers']>>): Promise<CalendarEntry[]> {
    const shown = all.filter(isShown)
    const answers = new Map(shown.map((answer) => [answer.event, answer]))
    const events: CalendarEvent[] = []
    for (let at = 0; at < shown.length; at += MOST_AT_ONCE) {
      events.push(...(await deps.events(shown.slice(at, at + MOST_AT_ONCE).map(({ event }) => event))))
    }
    return events.filter(isCurrent).map((event) => {
      const answer = answers.get(event.id)!
      const joinUrl = answer.state === 'going' ? event.joinUrl : undefined
      return eventEntry(withJoinUrl(event, joinUrl), origin, answer)
    })
  }

  function isShown({ state, offerUntil }: CalendarAnswer) {
    const ranOut = state === 'offered' && offerUntil !== undefined && Date.parse(offerUntil) < clock()
    return SHOWN.has(state) && !ranOut
  }

  function isCurrent({ status, changedAt }: CalendarEvent) {
    return status !== 'cancelled' || clock() - Date.parse(changedAt) <= KEPT_CANCELLED
  }
}

function withJoinUrl(event: CalendarEvent, joinUrl: string | undefined): CalendarEvent {
  const { joinUrl: _, ...rest } = event
  return { ...rest, ...(joinUrl && { joinUrl }) }
}
