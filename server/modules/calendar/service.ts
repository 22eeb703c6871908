import { myChapters } from '#shared/chapters/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { MY_CHAPTERS } from '#shared/lib/paths.ts'
import { chapterEventsPath } from '#shared/lib/paths/chapters.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import { isOfChapter, mayJoin } from '#server/modules/events/events/rights.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Platform } from '#server/modules/platform.ts'
import type { Programme } from '#server/modules/programme/module.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'
import { sql } from '#server/views/sql.ts'

import { type CalendarEvent, type CalendarMeeting, eventEntry, meetingEntry } from './entries.ts'
import { type FeedKind, REFRESH_EVERY, writeFeed } from './feed-files.ts'
import { type CalendarEntry, writeCalendar } from './ical.ts'
import {
  answeredEvents,
  calendarEvent,
  LISTED_AFTER_CANCELLATION,
  upcomingCalendarEvents,
} from './queries.ts'

interface Deps {
  config: Platform['config']
  store: Pick<Store, 'views' | 'get'>
  clock: Clock
  people: People
  chapters: Chapters
  programme: Programme
}

/** The member's meetings that were scheduled to start at `from` (ISO instant) or later. */
type MeetingSource = (memberId: string, from: string) => Promise<CalendarMeeting[]>

export type CalendarService = ReturnType<typeof createCalendarService>

const LISTED_AFTER_START = 90 * DAY

export function createCalendarService({ config, store, clock, people, chapters, programme }: Deps) {
  const [origin] = config.origins
  const product = config.client.PRODUCT_NAME
  const meetingSources: MeetingSource[] = []

  return {
    /** One event, to open in a calendar app. */
    async file(viewer: Actor, eventId: string) {
      const { joinUrl } = await programme.reader.details(viewer, eventId)
      const event = calendarEvent(await store.views(), eventId)
      if (!event) throw notFound('event')
      const entries = [eventEntry(withJoinUrl(event, joinUrl), origin)]
      return { title: event.title, text: writeCalendar({ product, entries }) }
    },

    /** One event, for a guest without an account. */
    async guestFile(eventId: string, isGoing: boolean) {
      const event = calendarEvent(await store.views(), eventId)
      if (!event) return undefined
      const entries = [eventEntry(withJoinUrl(event, isGoing ? event.joinUrl : undefined), origin)]
      return { title: event.title, text: writeCalendar({ product, entries }) }
    },

    /** Several events in one file. */
    async fileOfSeveral(viewer: Actor, eventIds: readonly string[]) {
      const views = await store.views()
      const found = await Promise.all(
        eventIds.map(async (id) => ({
          event: calendarEvent(views, id),
          joinUrl: (await programme.reader.details(viewer, id)).joinUrl,
        })),
      )
      const entries = found.flatMap(({ event, joinUrl }) =>
        event ? [eventEntry(withJoinUrl(event, joinUrl), origin)] : [],
      )
      return { text: writeCalendar({ product, entries }) }
    },

    /** One meeting, to open in a calendar app. */
    meetingFile: (meeting: CalendarMeeting) => ({
      title: meeting.purpose,
      text: writeCalendar({ product, entries: [meetingEntry(meeting, origin)] }),
    }),

    /** Adds meetings to the feeds of all members. */
    addMeetings: (source: MeetingSource) => void meetingSources.push(source),

    /** The member's events and meetings. Returns the same text until something changes. */
    async feed(memberId: string): Promise<string> {
      const from = isoInstant(clock() - LISTED_AFTER_START)
      const answered = answeredEvents(await store.views(), memberId, { from, now: isoInstant(clock()) })
      const meetings = (await Promise.all(meetingSources.map((source) => source(memberId, from)))).flat()
      const entries = [
        ...answered.filter(({ event }) => isCurrent(event)).map(answeredEntry),
        ...meetings.filter(isCurrent).map((each) => meetingEntry(each, origin)),
      ]
      const subscription = { name: product, refreshEvery: REFRESH_EVERY }
      return writeCalendar({ product, entries, subscription })
    },

    /**
     * The upcoming events of a chapter that the member sees.
     * @param slug of a chapter, or `MY_CHAPTERS`
     * @param path own path of the feed
     * @throws Failure 404 for a chapter that the member does not see
     */
    async chapterFeed(kind: FeedKind, memberId: string, slug: string, path: string): Promise<string> {
      const viewer = { id: memberId, role: (await people.members.roleOf(memberId)) ?? 'member' }
      const { id, name } =
        slug === MY_CHAPTERS
          ? { id: MY_CHAPTERS, name: myChapters() }
          : (await chapters.access.find(store, viewer, slug)).chapter
      const isFor = sql`${mayJoin.sql(viewer)} AND ${isOfChapter(viewer, id)}`
      const events = upcomingCalendarEvents(await store.views(), clock(), isFor).map((event) =>
        withJoinUrl(event, undefined),
      )
      const page = chapterEventsPath(slug)
      return writeFeed(kind, { product, origin, name, author: product, path, page, events })
    },
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
  return { ...rest, joinUrl: joinUrl || undefined }
}
