import { PAGE_SIZE } from '#shared/constants.ts'
import { LONGEST_EVENT, type RsvpState } from '#shared/event-rules.ts'
import type { Attendee, EventSummary, SeatOffer } from '#shared/events.ts'
import type { MemberCard } from '#shared/members.ts'
import type { Page } from '#shared/page.ts'
import { allOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Reader, Store } from '#server/store/port.ts'

import { type RsvpDocument, rsvps } from './collection.ts'
import { createParticipation } from './participation.ts'
import { rsvpsOfMember, seatCounts } from './queries.ts'
import { seatsView } from './seats.ts'

export interface ViewingDeps {
  store: Store
  clock: Clock
  /** Of those whom the viewer may see, in the order of `ids`. */
  cards: (viewerId: string, ids: readonly string[]) => Promise<MemberCard[]>
  /** Without drafts, in the order of `ids`. At most 500. */
  summaries: (ids: readonly string[]) => Promise<EventSummary[]>
  /** Of the latest events, without drafts, at most 250. */
  hostedEventIds: (memberId: string) => Promise<string[]>
}

interface CountedEvent {
  id: string
  capacity?: number | null
}

const idsOf = (events: readonly CountedEvent[]) => events.map(({ id }) => id)

const MAX_IN_COMMON = 20
const BATCH = 500
/** Milliseconds. Longer than an event lasts, so that those under way are among them. */
const RECENT = 60 * 24 * 60 * 60 * 1_000

export function createRsvpViewing({ store, clock, cards, summaries, hostedEventIds }: ViewingDeps) {
  const participationOf = createParticipation({ store, clock })

  const find = (memberId: string, state: RsvpState | undefined, range: { gte?: string; lt?: string }) =>
    allOf(store, rsvps, {
      where: { member: memberId, ...(state && { state }) },
      orderBy: 'startsAt',
      range,
    })

  async function seatsOf(events: readonly CountedEvent[]) {
    const seats = seatCounts(await store.views(), idsOf(events))
    return events.map((event) => seatsView(event, seats.get(event.id)))
  }

  /** Ids of events that one hosts and the other is going to or hosts, too. */
  async function hostedInCommon(a: string, b: string) {
    const [byA, byB] = await Promise.all([hostedEventIds(a), hostedEventIds(b)])
    const ids = [...byA.map((event) => joinedId(event, b)), ...byB.map((event) => joinedId(event, a))]
    const found = ids.length > 0 ? await store.getMany(rsvps, ids) : []
    const going = found.flatMap((rsvp) => (rsvp?.state === 'going' ? [rsvp.event] : []))
    return [...going, ...byA.filter((event) => byB.includes(event))]
  }

  async function agendaOf(going: readonly RsvpDocument[]) {
    const found = await summaries(going.slice(0, BATCH).map(({ event }) => event))
    return found.filter(({ status, endsAt }) => status === 'published' && Date.parse(endsAt) > clock())
  }

  /** Seats held for the member, the first to expire first. */
  async function offersOf(offered: readonly RsvpDocument[]): Promise<SeatOffer[]> {
    const now = clock()
    const until = new Map(
      offered.flatMap(({ event, startsAt, offerUntil }) =>
        offerUntil !== undefined && Date.parse(offerUntil) > now && Date.parse(startsAt) >= now
          ? [[event, offerUntil] as const]
          : [],
      ),
    )
    const events = await summaries([...until.keys()].slice(0, BATCH))
    return events
      .filter(({ status }) => status === 'published')
      .map((event) => ({ event, until: until.get(event.id)! }))
      .toSorted((a, b) => (a.until < b.until ? -1 : 1))
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

    async attendees(viewerId: string, eventId: string, cursor?: string): Promise<Page<Attendee>> {
      const items: Attendee[] = []
      let next = cursor
      do {
        const page = await store.find(rsvps, {
          where: { event: eventId, state: 'going' },
          orderBy: 'ticket',
          limit: PAGE_SIZE - items.length,
          ...(next && { cursor: next }),
        })
        const guests = new Map(page.items.map((rsvp) => [rsvp.member, rsvp.guests]))
        const visible = await cards(viewerId, [...guests.keys()])
        items.push(...visible.map((member) => ({ member, guests: guests.get(member.id) ?? 0 })))
        next = page.next
      } while (next && items.length < PAGE_SIZE)
      return { items, ...(next && { next }) }
    },

    /** By member, of those who answered. @param memberIds at most 500 */
    async rsvpsTo(reader: Pick<Reader, 'getMany'>, eventId: string, memberIds: readonly string[]) {
      const ids = memberIds.map((memberId) => joinedId(eventId, memberId))
      const found = ids.length > 0 ? await reader.getMany(rsvps, ids) : []
      return new Map(found.flatMap((rsvp) => (rsvp ? [[rsvp.member, rsvp]] : [])))
    },

    /** Ids of those who were checked in, first to arrive first. */
    async arrivals(eventId: string, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
      const query = { where: { event: eventId }, orderBy: 'checkedInAt', limit, ...(cursor && { cursor }) }
      const { items, next } = await store.find(rsvps, query)
      return { items: items.map(({ member }) => member), ...(next && { next }) }
    },

    /** For the dashboard, by one query. `events`: as in `agenda`. `hasRsvp`: other than can't go, to an event since 60 days ago. */
    async overview(memberId: string, until: string) {
      const recent = await find(memberId, undefined, { gte: isoInstant(clock() - RECENT) })
      const inState = (wanted: RsvpState) => recent.filter(({ state }) => state === wanted)
      const [events, offers] = await Promise.all([
        agendaOf(inState('going').filter(({ startsAt }) => startsAt < until)),
        offersOf(inState('offered')),
      ])
      return { events, offers, hasRsvp: recent.some(({ state }) => state !== 'declined') }
    },

    /** Events the member is going to that are under way or start before `until` (ISO instant). */
    agenda: async (memberId: string, until: string) =>
      agendaOf(await find(memberId, 'going', { gte: isoInstant(clock() - LONGEST_EVENT), lt: until })),

    /** Past and future events that each of both hosts or is going to, the latest first. */
    async eventsInCommon(a: string, b: string) {
      const hosted = await hostedInCommon(a, b)
      const found: EventSummary[] = []
      let cursor: string | undefined
      do {
        const page = await store.find(rsvps, {
          where: { member: a, state: 'going' },
          orderBy: 'startsAt',
          direction: 'desc',
          limit: BATCH,
          ...(cursor && { cursor }),
        })
        const others = await store.getMany(
          rsvps,
          page.items.map(({ event }) => joinedId(event, b)),
        )
        const both = others.flatMap((other) => (other?.state === 'going' ? [other.event] : []))
        const ids = new Set([...hosted.splice(0), ...both])
        const events = ids.size > 0 ? await summaries([...ids].slice(0, BATCH)) : []
        found.push(...events.filter(({ status }) => status !== 'cancelled'))
        cursor = page.next
      } while (cursor && found.length < MAX_IN_COMMON)
      return found.toSorted((x, y) => y.startsAt.localeCompare(x.startsAt)).slice(0, MAX_IN_COMMON)
    },

    /** Ids of the events that the member had a seat at and that have started, the latest first. @param limit 1–500 */
    async attendedEventIds(memberId: string, limit: number) {
      const { items } = await store.find(rsvps, {
        where: { member: memberId, state: 'going' },
        orderBy: 'startsAt',
        direction: 'desc',
        range: { lt: isoInstant(clock()) },
        limit,
      })
      return items.map(({ event }) => event)
    },

    /** Ids of members with a seat, in the order of their seats; at most 500. */
    async attendeeIds(eventId: string) {
      const query = {
        where: { event: eventId, state: 'going' },
        orderBy: 'ticket',
        limit: BATCH,
      } as const
      return (await store.find(rsvps, query)).items.map(({ member }) => member)
    },

    /** Ids of those going, or of all with an RSVP other than can't go. */
    async respondentIds(eventId: string, who: 'going' | 'all') {
      const found = await allOf(store, rsvps, { where: { event: eventId }, orderBy: 'answeredAt' })
      const isMeant = (state: RsvpState) => (who === 'going' ? state === 'going' : state !== 'declined')
      return found.flatMap(({ member, state }) => (isMeant(state) ? [member] : []))
    },

    /** All the member's RSVPs to events that start at `from` (ISO instant) or later. */
    rsvpsOf: (memberId: string, from = '') => find(memberId, undefined, { gte: from }),
  }
}
