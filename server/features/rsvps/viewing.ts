import { PAGE_SIZE } from '#shared/constants.ts'
import type { Attendee } from '#shared/events.ts'
import type { MemberCard } from '#shared/members.ts'
import type { Page } from '#shared/page.ts'
import { allOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Reader, Store } from '#server/store/port.ts'
import { decodeCursor, fingerprint, pageOf } from '#server/views/cursor.ts'

import { rsvps } from './collection.ts'
import { createParticipation } from './participation.ts'
import {
  agenda,
  attendeeIds,
  attendeeRows,
  eventsInCommon,
  hasRsvpSince,
  respondentIds,
  rsvpsOfMember,
  seatCounts,
} from './queries.ts'
import { seatsView } from './seats.ts'

export interface ViewingDeps {
  store: Store
  clock: Clock
}

interface CountedEvent {
  id: string
  capacity?: number | null
}

const idsOf = (events: readonly CountedEvent[]) => events.map(({ id }) => id)

const MAX_IN_COMMON = 20
const MAX_ATTENDEES = 500
/** Milliseconds. */
const RECENT = 60 * 24 * 60 * 60 * 1_000

export function createRsvpViewing({ store, clock }: ViewingDeps) {
  const participationOf = createParticipation({ store, clock })

  const now = () => isoInstant(clock())

  async function seatsOf(events: readonly CountedEvent[]) {
    const seats = seatCounts(await store.views(), idsOf(events))
    return events.map((event) => seatsView(event, seats.get(event.id)))
  }

  return {
    participationOf,

    /** For each of `events`: how full it is. */
    seatsOf,

    /** For each of `events`: how full it is, and the member's RSVP, if any. */
    async participation(memberId: string, events: readonly CountedEvent[]) {
      const views = await store.views()
      const seats = seatCounts(views, idsOf(events))
      const own = rsvpsOfMember(views, memberId, idsOf(events))
      return Promise.all(
        events.map(async (event) => {
          const rsvp = own.get(event.id)
          return {
            seats: seatsView(event, seats.get(event.id)),
            hasRsvps: seats.has(event.id),
            mine: rsvp && (await participationOf(rsvp)),
          }
        }),
      )
    },

    /** @throws BadCursor */
    async attendees(viewerId: string, eventId: string, cursor?: string): Promise<Page<Attendee>> {
      const query = fingerprint('attendees', eventId)
      const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
      const found = attendeeRows(await store.views(), viewerId, eventId, { after, rows: PAGE_SIZE })
      const { items, next } = pageOf(found, PAGE_SIZE, query)
      return {
        items: items.map(({ card, guests }) => ({ member: JSON.parse(card) as MemberCard, guests })),
        ...(next && { next }),
      }
    },

    /** By member, of those who answered. @param memberIds at most 500 */
    async rsvpsTo(reader: Pick<Reader, 'getMany'>, eventId: string, memberIds: readonly string[]) {
      const ids = memberIds.map((memberId) => joinedId(eventId, memberId))
      const found = ids.length > 0 ? await reader.getMany(rsvps, ids) : []
      return new Map(found.flatMap((rsvp) => (rsvp ? [[rsvp.member, rsvp]] : [])))
    },

    /**
     * Seats offered to the member, and events that the member is going to and that are under way or start before `until`
     * (ISO instant).
     */
    agenda: async (memberId: string, until: string) =>
      agenda(await store.views(), memberId, { now: now(), until }),

    /** Whether the member has an RSVP, other than can't go, to an event since 60 days ago. */
    hasRecentRsvp: async (memberId: string) =>
      hasRsvpSince(await store.views(), memberId, isoInstant(clock() - RECENT)),

    /** Past and future events that each of both hosts or is going to, the latest first. */
    eventsInCommon: async (one: string, other: string) =>
      eventsInCommon(await store.views(), one, other, MAX_IN_COMMON),

    /** Ids of members with a seat, in the order of their seats; at most 500. */
    attendeeIds: async (eventId: string) => attendeeIds(await store.views(), eventId, MAX_ATTENDEES),

    /** Ids of those going, or of all with an RSVP other than can't go. */
    respondentIds: async (eventId: string, who: 'going' | 'all') =>
      respondentIds(await store.views(), eventId, who),

    /** All the member's RSVPs to events that start at `from` (ISO instant) or later. */
    rsvpsOf: (memberId: string, from = '') =>
      allOf(store, rsvps, { where: { member: memberId }, orderBy: 'startsAt', range: { gte: from } }),
  }
}
