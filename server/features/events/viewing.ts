import { PAGE_SIZE } from '#shared/constants.ts'
import type { EventFormat, EventList } from '#shared/event-rules.ts'
import type { EventDetails, EventListItem, EventSummary, Participation, Seats } from '#shared/events.ts'
import type { MemberCard } from '#shared/members.ts'
import type { Page } from '#shared/page.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'
import { decodeCursor, fingerprint, pageOf } from '#server/views/cursor.ts'
import { fold, isWordless, matching } from '#server/views/words.ts'

import { type EventDocument, events } from './collection.ts'
import { assertAllowed, manages, organiserOf, organises } from './policy.ts'
import { drafts, eventsStarting, ownEvents, pastEvents, upcomingEvents, upcomingTags } from './queries.ts'
import { summaryOf } from './summary.ts'

export interface ViewingDeps {
  store: Store
  clock: Clock
  cards: (viewerId: string, ids: readonly string[]) => Promise<MemberCard[]>
  /** For each of `events`: how full it is, and the member's RSVP, if any. */
  participation: (
    memberId: string,
    events: readonly { id: string; capacity?: number | null }[],
  ) => Promise<{ seats: Seats; hasRsvps: boolean; mine: Participation | undefined }[]>
  /** Records that an admin saw a draft of the organiser's. */
  recordDraftView: (admin: Actor, organiserId: string) => Promise<void>
}

interface EventFilter {
  q?: string
  tag?: string
  format?: EventFormat
}

const LISTS = { upcoming: upcomingEvents, past: pastEvents, mine: ownEvents, drafts }
const MAX_TAGS = 50

/** Events as members see them. */
export function createViewing({ store, clock, cards, participation, recordDraftView }: ViewingDeps) {
  async function detailsOf(viewer: Actor, event: EventDocument): Promise<EventDetails> {
    const [[state], hosts] = await Promise.all([
      participation(viewer.id, [event]),
      cards(viewer.id, event.hosts),
    ])
    const { seats = { going: 0, waiting: 0 }, hasRsvps = false, mine } = state ?? {}
    const managed = manages(viewer, event)
    // Earlier versions stored one for events in person, too.
    const joinUrl = event.format === 'inPerson' ? undefined : event.joinUrl
    const { version, description, visibility, guestsMax, venue, capacity, rsvpDeadline, reason, seriesId } =
      event
    return {
      ...summaryOf(event),
      // The editor would remove the cover if it did not know it.
      ...(managed && event.cover && { cover: event.cover }),
      ...(managed && event.hidden && { hidden: event.hidden }),
      version,
      description,
      visibility,
      guestsMax,
      seats,
      hosts,
      managed,
      hasRsvps,
      ...(mine && { mine }),
      ...(venue && { venue }),
      ...(joinUrl && (managed || mine?.state === 'going') && { joinUrl }),
      ...(capacity && { capacity }),
      ...(rsvpDeadline && { rsvpDeadline }),
      ...(reason && { reason }),
      ...(seriesId && { seriesId }),
    }
  }

  return {
    detailsOf,

    async details(viewer: Actor, id: string) {
      const event = assertAllowed('see', viewer, await store.get(events, id), clock())
      if (event.status === 'draft' && !organises(viewer, event))
        await recordDraftView(viewer, organiserOf(event))
      return detailsOf(viewer, event)
    },

    /** @throws BadCursor */
    async list(
      viewer: Actor,
      list: EventList,
      { q = '', tag, format }: EventFilter,
      cursor?: string,
    ): Promise<Page<EventListItem>> {
      const filter = { text: matching(q), tag: tag === undefined ? tag : fold(tag), format }
      const query = fingerprint('events', list, filter, list === 'mine' && viewer.id)
      const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
      if (isWordless(q)) return { items: [] }
      const search = { ...filter, viewer, now: clock() }
      const found = LISTS[list](await store.views(), search, { after, rows: PAGE_SIZE + 1 })
      const { items: rows, next } = pageOf(found, PAGE_SIZE, query)
      const states = await participation(viewer.id, rows)
      const items = rows.map(({ card, isManaged }, at): EventListItem => {
        const { seats = { going: 0, waiting: 0 }, mine } = states[at] ?? {}
        return {
          ...(JSON.parse(card) as EventSummary),
          seats,
          managed: isManaged === 1,
          ...(mine && { mine }),
        }
      })
      return { items, ...(next && { next }) }
    },

    /** The next events of the list that everyone sees. */
    next: async (viewer: Actor, rows: number) =>
      upcomingEvents(await store.views(), { viewer, now: clock() }, { rows }).map(
        ({ card }) => JSON.parse(card) as EventSummary,
      ),

    starting: async (after: string, until: string) => eventsStarting(await store.views(), after, until),

    tags: async () => upcomingTags(await store.views(), clock(), MAX_TAGS),
  }
}
