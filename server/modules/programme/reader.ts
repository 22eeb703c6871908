import { MY_CHAPTERS } from '#shared/lib/paths.ts'
import * as m from '#shared/events/messages.ts'
import {
  type EventFormat,
  type EventList,
  MAX_CALENDAR_DAYS,
  MAX_CALENDAR_EVENTS,
} from '#shared/events/rules.ts'
import { canOnEvent, eventRightOf } from '#shared/events/rights.ts'
import type { EventCalendar, EventDetails, EventCard, EventSummary } from '#shared/events/schema.ts'
import type { Page } from '#shared/lib/page.ts'
import type { EventAccess, EventDocument } from '#server/modules/events/types.ts'
import type { QuestionService, RsvpService } from '#server/modules/attendance/types.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Clock } from '#server/lib/clock.ts'
import { invalidFields } from '#server/lib/failure.ts'
import { isTimeZone } from '#server/lib/time/time-zones.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'
import { fold, isWordless } from '#shared/lib/words.ts'
import { matching } from '#server/views/words.ts'
import { parseJson } from '#server/views/sql.ts'

import {
  needsRequest,
  organiserOf,
  organises,
  rightOn,
  roleAt,
} from '#server/modules/events/events/rights.ts'
import { isHistory, summaryOf } from '#server/modules/events/events/rules.ts'
import { peopleOf } from './faces.ts'
import {
  calendarRows,
  chaptersOf,
  drafts,
  eventsStarting,
  eventSummaries,
  invitationOf,
  ownEvents,
  pastEvents,
  upcomingCities,
  upcomingEvents,
  upcomingTags,
} from './queries.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
  chapters: Chapters
  eventAccess: EventAccess
  questions: QuestionService
  rsvps: RsvpService
}

interface EventFilter {
  q?: string
  tag?: string
  format?: EventFormat
  place?: string
  connections?: '1'
  /** Slug of a chapter, or `MY_CHAPTERS`. */
  chapter?: string
  /** First and last day, in the zone. */
  from?: string
  to?: string
  zone?: string
}

const LISTS = { upcoming: upcomingEvents, past: pastEvents, mine: ownEvents, drafts }
const MAX_TAGS = 50
const MAX_CITIES = 50

export type EventReader = ReturnType<typeof createEventReader>

/** Events as members see them. */
export function createEventReader({
  store,
  clock,
  operations,
  people,
  chapters,
  eventAccess,
  questions,
  rsvps,
}: Deps) {
  const recordDraftView = operations.audit.viewLog('event.draft_viewed_by_admin')

  async function detailsOf(viewer: Actor, event: EventDocument): Promise<EventDetails> {
    const views = await store.views()
    const invitation = invitationOf(views, event.id, viewer.id)
    const right = rightOn(event, await eventAccess.personAt(store, event, viewer))
    const managed = canOnEvent({ right }, 'edit')
    const helpers = (managed && event.helpers) || []
    const inviter = invitation ? [invitation.invitedBy] : []
    const [state] = await rsvps.reader.participation(viewer.id, [event])
    const {
      people: [shown],
      cards,
    } = await peopleOf(views, people, viewer.id, [event], [...helpers, ...inviter])
    const { seats = { going: 0, waiting: 0 }, hasRsvps = false, requests = 0, mine } = state ?? {}
    const asked = event.questions ?? []
    const chosen = event.chapterId === undefined ? [] : chaptersOf(views, viewer, event)
    return {
      ...summaryOf(event),
      ...shown!,
      ...(managed && managedPart(event, requests)),
      ...openPart(event),
      chapter: chosen.find(({ id }) => id === event.chapterId)?.name,
      hostChapters: chosen.length > 0 ? chosen : undefined,
      needsRequest: needsRequest(event, viewer) && !invitation,
      invitation: invitation && { by: cards.find(({ id }) => id === invitation.invitedBy) },
      seats,
      hosts: cards.filter(({ id }) => event.hosts.includes(id)),
      right,
      role: roleAt.of(event, viewer),
      helpers: helpers.length > 0 ? cards.filter(({ id }) => helpers.includes(id)) : undefined,
      hasRsvps,
      mine,
      joinUrl: managed || mine?.state === 'going' ? joinUrlOf(event) : undefined,
      questions: asked.length > 0 ? asked : undefined,
      answers: asked.length > 0 && mine ? await questions.answersOf(event.id, viewer.id) : undefined,
    }
  }

  /** Undefined for a chapter that does not exist, and for one that the viewer does not see. */
  async function scopeOf(viewer: Actor, chapter: string | undefined) {
    if (chapter === undefined || chapter === MY_CHAPTERS) return { chapter }
    const id = await chapters.chapters.idOf(viewer, chapter)
    return id === undefined ? undefined : { chapter: id }
  }

  async function searchOf(viewer: Actor, { chapter, ...filter }: EventFilter) {
    const scope = await scopeOf(viewer, chapter)
    return scope && { ...conditionsOf(filter), ...scope }
  }

  return {
    /** Records that an admin saw a draft of the organiser. */
    recordDraftView,

    detailsOf,

    async details(viewer: Actor, id: string) {
      const event = await eventAccess.seen(viewer, id)
      if (event.status === 'draft' && !organises(event, viewer))
        await recordDraftView(viewer, organiserOf(event))
      return detailsOf(viewer, event)
    },

    /** @throws BadCursor */
    async list(
      viewer: Actor,
      list: EventList,
      eventFilter: EventFilter,
      cursor?: string,
    ): Promise<Page<EventCard>> {
      const filter = await searchOf(viewer, eventFilter)
      const isOwn = list === 'mine' || filter?.connections || filter?.chapter === MY_CHAPTERS
      const query = fingerprint('events', list, filter, isOwn && viewer.id)
      if (!filter || isWordless(eventFilter.q ?? '')) return { items: [] }
      const search = { ...filter, viewer, now: clock() }
      const views = await store.views()
      const page = pageAt(cursor, query, (range) => LISTS[list](views, search, range))
      const rows = page.items.map((row) => ({ ...row, hosts: parseJson(row.hosts) }))
      const states = await rsvps.reader.participation(viewer.id, rows)
      const { people: shown } = await peopleOf(views, people, viewer.id, rows)
      const items = rows.map(({ card, role, position, chapter, hosts }, at): EventCard => {
        const { seats = { going: 0, waiting: 0 }, mine } = states[at] ?? {}
        const right = eventRightOf(viewer.role, role ?? undefined, position ?? undefined)
        return {
          ...parseJson(card),
          ...shown[at]!,
          seats,
          right,
          isHost: hosts.includes(viewer.id) || undefined,
          chapter: chapter ?? undefined,
          mine,
        }
      })
      return { items, next: page.next }
    },

    /** Events of some days, at most six weeks, as a calendar shows them. */
    async calendar(
      viewer: Actor,
      eventFilter: EventFilter & Record<'from' | 'to', string>,
    ): Promise<EventCalendar> {
      assertCalendarDays(eventFilter)
      const filter = await searchOf(viewer, eventFilter)
      if (!filter || isWordless(eventFilter.q ?? '')) return { items: [], hasMore: false }
      const search = { ...filter, viewer, now: clock() }
      const rows = calendarRows(await store.views(), search, MAX_CALENDAR_EVENTS + 1)
      return {
        items: rows.slice(0, MAX_CALENDAR_EVENTS).map(({ card, state, hosts }) => ({
          ...parseJson(card),
          isHost: parseJson(hosts).includes(viewer.id) || undefined,
          state: state ?? undefined,
        })),
        hasMore: rows.length > MAX_CALENDAR_EVENTS,
      }
    },

    /** Events that a text finds: upcoming ones, then past ones. */
    async find(
      viewer: Actor,
      { text: q, chapter, rows }: { text: string; chapter?: string | undefined; rows: number },
    ): Promise<EventSummary[]> {
      const text = matching(q)
      const scope = await scopeOf(viewer, chapter)
      if (text === undefined || !scope) return []
      const views = await store.views()
      const search = { viewer, now: clock(), text, ...scope }
      const upcoming = upcomingEvents(views, search, { rows })
      const past = pastEvents(views, search, { rows: rows - upcoming.length })
      return [...upcoming, ...past].map(({ card }) => parseJson(card))
    },

    /** The next events of the list for everyone. */
    next: async (viewer: Actor, rows: number) =>
      upcomingEvents(await store.views(), { viewer, now: clock() }, { rows }).map(({ card }) =>
        parseJson(card),
      ),

    /** Events in the order of `ids`, without those that the viewer may not see. */
    summaries: async (viewerId: string, ids: readonly string[]): Promise<EventSummary[]> =>
      eventSummaries(await store.views(), viewerId, ids),

    starting: async (after: string, until: string) => eventsStarting(await store.views(), after, until),

    async tags() {
      const views = await store.views()
      return {
        items: upcomingTags(views, clock(), MAX_TAGS),
        cities: upcomingCities(views, clock(), MAX_CITIES),
      }
    },
  }
}

/** Fields that everyone who sees the event sees. */
const openPart = (event: EventDocument) => {
  const { version, description, visibility, guestsMax, venue, capacity, reason, seriesId } = event
  const { joinMode = 'open', openToGuests, rsvpOpensAt, rsvpDeadline } = event
  return {
    version,
    description,
    visibility,
    guestsMax,
    joinMode,
    openToGuests,
    isHistory: isHistory.of(event) || undefined,
    venue,
    capacity: capacity || undefined,
    rsvpOpensAt,
    rsvpDeadline,
    reason,
    seriesId,
  }
}

/** Fields for those who edit the event, whose editor would remove what it does not get. */
const managedPart = (
  { cover, hidden, chapterId, cohosts, editors = [] }: EventDocument,
  requests: number,
) => ({
  cover: cover || undefined,
  hidden,
  chapterId,
  cohosts,
  editors: editors.length > 0 ? editors : undefined,
  requests: requests > 0 ? requests : undefined,
})

/** Earlier versions stored one for events in person, too. */
const joinUrlOf = ({ format, joinUrl }: EventDocument) =>
  (format === 'inPerson' ? undefined : joinUrl) || undefined

/** @throws Failure for days or a zone that do not exist */
function conditionsOf({ q = '', tag, format, place, connections, from, to, zone = 'UTC' }: EventFilter) {
  if (!isTimeZone(zone)) throw invalidFields({ zone: m.listRuleZone() })
  const startOf = (day: string, days: number) =>
    Temporal.PlainDate.from(day).add({ days }).toZonedDateTime(zone).epochMilliseconds
  if (from && to && from > to) throw invalidFields({ to: m.listRuleTo() })
  return {
    text: matching(q),
    tag: tag === undefined ? tag : fold(tag),
    format,
    place: place === undefined ? place : fold(place),
    connections: connections !== undefined,
    days: {
      firstDay: from,
      from: from ? startOf(from, 0) : undefined,
      lastDay: to,
      to: to ? startOf(to, 1) : undefined,
    },
  }
}

function assertCalendarDays({ from, to }: Record<'from' | 'to', string>) {
  const { days } = Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to))
  if (days < MAX_CALENDAR_DAYS) return
  throw invalidFields({ to: m.listRuleDays({ days: MAX_CALENDAR_DAYS }) })
}
