import type { EventList } from '#shared/event-rules.ts'
import type { EventDetails, EventListItem, EventSummary, Participation, Seats } from '#shared/events.ts'
import type { MemberCard } from '#shared/members.ts'
import type { Page } from '#shared/page.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { type EventDocument, events } from './collection.ts'
import { createListing, type EventFilter, type ListingDeps } from './listing.ts'
import { assertAllowed, manages, organiserOf, organises, refusal, visibleCoverOf } from './policy.ts'
import type { ListedEvent } from './read-model.ts'

export interface ViewingDeps extends ListingDeps {
  store: Store
  clock: Clock
  listed: (ids: readonly string[]) => Promise<ListedEvent[]>
  cards: (viewerId: string, ids: readonly string[]) => Promise<MemberCard[]>
  /** For each of `events`: how full it is, and the member's RSVP, if any. */
  participation: (
    memberId: string,
    events: readonly ListedEvent[],
  ) => Promise<{ seats: Seats; hasRsvps: boolean; mine: Participation | undefined }[]>
  /** Records that an admin saw a draft of the organiser's. */
  recordDraftView: (admin: Actor, organiserId: string) => Promise<void>
}

/** Events as members see them. */
export function createViewing(deps: ViewingDeps) {
  const { store, clock, index, listed, rsvpEventIds, cards, participation, recordDraftView } = deps
  const listing = createListing({ clock, index, rsvpEventIds })

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

    async list(
      viewer: Actor,
      list: EventList,
      filter: EventFilter,
      cursor?: string,
    ): Promise<Page<EventListItem>> {
      const { ids, next } = await listing.idsOf(viewer, list, filter, cursor)
      const visible = (await listed(ids)).filter((event) => !refusal('see', viewer, event, clock()))
      const states = await participation(viewer.id, visible)
      const items = visible.map((event, at) => {
        const { seats = { going: 0, waiting: 0 }, mine } = states[at] ?? {}
        return { ...summaryOf(event), seats, managed: manages(viewer, event), ...(mine && { mine }) }
      })
      return { items, ...(next && { next }) }
    },

    /** The next events of the list that everyone sees. */
    async next(viewer: Actor, limit: number): Promise<EventSummary[]> {
      const { ids } = await listing.idsOf(viewer, 'upcoming', {})
      return (await listed(ids.slice(0, limit))).map(summaryOf)
    },

    /** Those that the viewer manages and that have ended, the latest first. */
    pastManaged: async (viewer: Actor, limit: number) => listed(await listing.pastManagedIds(viewer, limit)),

    starting: async (after: string, until: string) => listed(await listing.startingIds(after, until)),

    tags: listing.tags,

    hostedIds: listing.hostedIds,
  }
}

export const summaryOf = (event: ListedEvent): EventSummary => {
  const { id, title, summary, startsAt, endsAt, allDay, timeZone, format, status, tags, venue } = event
  const cover = visibleCoverOf(event)
  const city = venue?.address.city
  return {
    id,
    title,
    summary,
    startsAt,
    endsAt,
    allDay,
    timeZone,
    format,
    status,
    tags,
    ...(venue?.name && { venueName: venue.name }),
    ...(city && { city }),
    ...(cover && { cover }),
  }
}
