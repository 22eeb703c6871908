import type { AttendeeFilter } from '#shared/events/rules.ts'
import type { Attendee } from '#shared/events/rsvps.ts'
import type { Page } from '#shared/lib/page.ts'
import { allOf } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Reader, Store } from '#server/store/port.ts'
import type { People } from '#server/modules/people/module.ts'
import { contentWordsOf } from '#server/views/content-words.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'
import { isWordless, prefixesOf } from '#shared/lib/words.ts'
import { parseCard } from '#server/views/cards.ts'

import { rsvps } from './seats/collection.ts'
import { createParticipation } from './participation.ts'
import {
  agenda,
  attendeeIds,
  attendeeRows,
  eventsInCommon,
  type Respondents,
  respondentIds,
  rsvpsOfMember,
  seatCounts,
} from './queries.ts'
import { seatsView } from './seats/seats.ts'

interface Deps {
  store: Store
  clock: Clock
  people: People
}

interface AttendeeQuery {
  q?: string
  filter?: AttendeeFilter
  cursor?: string
}

interface CountedEvent {
  id: string
  capacity?: number | null
}

const idsOf = (events: readonly CountedEvent[]) => events.map(({ id }) => id)

const MAX_IN_COMMON = 20
const MAX_ATTENDEES = 500

export function createRsvpReader({ store, clock, people }: Deps) {
  const participationOf = createParticipation({ store, clock })

  const now = () => isoInstant(clock())

  async function seatsOf(events: readonly CountedEvent[]) {
    const seats = seatCounts(await store.views(), idsOf(events))
    return events.map((event) => seatsView(event, seats.get(event.id)))
  }

  /** Words of the viewer's asks, for attendees who offer it, or of their offers, for those who ask for it. */
  async function wordsFor(filter: AttendeeFilter | undefined, viewerId: string) {
    if (filter !== 'canHelpYou' && filter !== 'youCanHelp') return undefined
    const { asks, offers } = await people.members.ownProfile({ id: viewerId })
    const current = (filter === 'canHelpYou' ? asks : offers).filter(({ expiresAt }) => expiresAt > now())
    return {
      kind: filter === 'canHelpYou' ? ('offers' as const) : ('asks' as const),
      words: [...new Set(current.flatMap(({ text }) => contentWordsOf(text)))],
    }
  }

  return {
    participationOf,

    /** Seat counts for each of `events`. */
    seatsOf,

    /** Seat counts and numbers of requests for each of `events`, and the member's RSVP, if any. */
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
            requests: seats.get(event.id)?.requested ?? 0,
            mine: rsvp && (await participationOf(rsvp)),
          }
        }),
      )
    },

    /** @throws BadCursor */
    async pageOfAttendees(
      viewerId: string,
      eventId: string,
      { q = '', filter, cursor }: AttendeeQuery,
    ): Promise<Page<Attendee>> {
      const query = fingerprint('attendees', eventId, q, filter)
      if (isWordless(q)) return { items: [] }
      const search = {
        prefixes: prefixesOf(q),
        isNotMet: filter === 'notMet',
        matching: await wordsFor(filter, viewerId),
        now: clock(),
      }
      const views = await store.views()
      const { items, next } = pageAt(cursor, query, (range) =>
        attendeeRows(views, viewerId, eventId, search, range),
      )
      return {
        items: items.map(({ card, guests }) => ({ member: parseCard(card), guests })),
        next,
      }
    },

    /** RSVPs by member, for members who answered. @param memberIds at most 500 */
    async rsvpsTo(reader: Pick<Reader, 'getMany'>, eventId: string, memberIds: readonly string[]) {
      const ids = memberIds.map((memberId) => joinedId(eventId, memberId))
      const found = ids.length > 0 ? await reader.getMany(rsvps, ids) : []
      return new Map(found.flatMap((rsvp) => (rsvp ? [[rsvp.member, rsvp]] : [])))
    },

    /**
     * Seats offered to the member, and events that the member is going to, hosts or helps at and that are under way or
     * start before `until` (ISO instant).
     */
    agenda: async (memberId: string, until: string) =>
      agenda(await store.views(), memberId, { now: now(), until }),

    /** Past and future events that each of both hosts or is going to, latest first. */
    eventsInCommon: async (one: string, other: string) =>
      eventsInCommon(await store.views(), one, other, MAX_IN_COMMON),

    /** Ids of members with a seat, in the order of their seats; at most 500. */
    attendeeIds: async (eventId: string) => attendeeIds(await store.views(), eventId, MAX_ATTENDEES),

    respondentIds: async (eventId: string, who: Respondents) =>
      respondentIds(await store.views(), eventId, who),

    /** All the member's RSVPs to events that start at `from` (ISO instant) or later. */
    rsvpsOf: (memberId: string, from = '') =>
      allOf(store, rsvps, { where: { member: memberId }, orderBy: 'startsAt', range: { gte: from } }),
  }
}
