import { PAGE_SIZE } from '#shared/constants.ts'
import { LONGEST_EVENT, type RsvpState } from '#shared/event-rules.ts'
import type { Attendee, EventSummary, Participation, SeatOffer } from '#shared/events.ts'
import type { MemberCard } from '#shared/members.ts'
import type { Page } from '#shared/page.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { allOf } from '#server/lib/all-of.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Store } from '#server/store/port.ts'

import { eventSeats, type RsvpDocument, rsvps } from './collection.ts'
import { hasRunOut, type SeatRules } from './seats.ts'
import { seatsView } from './views.ts'

export interface ReadingDeps {
  store: Store
  clock: Clock
  /** Of those whom the viewer may see, in the order of `ids`. */
  cards: (viewerId: string, ids: readonly string[]) => Promise<MemberCard[]>
  /** Of all but drafts, in the order of `ids`. At most 500. */
  summaries: (ids: readonly string[]) => Promise<EventSummary[]>
}

/** More than anyone looks through. */
const MOST_TOGETHER = 20
const BATCH = 500

export function createRsvpReading({ store, clock, cards, summaries }: ReadingDeps) {
  const answersOf = (memberId: string, state: RsvpState | undefined, range: { gte?: string; lt?: string }) =>
    allOf(store, rsvps, {
      where: { member: memberId, ...(state && { state }) },
      orderBy: 'startsAt',
      range,
    })

  const positionOf = async ({ event, state, ticket = 0 }: RsvpDocument) =>
    state === 'waitlisted'
      ? 1 + (await store.count(rsvps, { where: { event, state }, orderBy: 'ticket', range: { lt: ticket } }))
      : undefined

  async function participationOf(rsvp: RsvpDocument): Promise<Participation> {
    const { guests, checkedInAt, offerUntil } = rsvp
    if (hasRunOut(rsvp, clock())) return { state: 'declined', guests: 0, lapsed: true }
    const position = await positionOf(rsvp)
    return {
      state: rsvp.state,
      guests,
      ...(position && { position }),
      ...(offerUntil && { offerUntil }),
      ...(rsvp.lapsed && { lapsed: true }),
      ...(checkedInAt && { checkedInAt }),
    }
  }

  return {
    participationOf,

    /** In the order of `events`: how full each is, and what the member answered, if anything. At most 500. */
    async standing(memberId: string, events: readonly Pick<SeatRules, 'id' | 'capacity'>[]) {
      if (events.length === 0) return []
      const [seats, answers] = await Promise.all([
        store.getMany(
          eventSeats,
          events.map(({ id }) => id),
        ),
        store.getMany(
          rsvps,
          events.map(({ id }) => joinedId(id, memberId)),
        ),
      ])
      return Promise.all(
        events.map(async (event, at) => ({
          seats: seatsView(event, seats[at]),
          answered: seats[at] !== undefined,
          mine: answers[at] && (await participationOf(answers[at])),
        })),
      )
    },

    /** Ids of the events that the member answered other than with a no. */
    async answeredBy(memberId: string) {
      const all = await answersOf(memberId, undefined, {})
      return new Set(all.flatMap(({ event, state }) => (state === 'declined' ? [] : [event])))
    },

    /** Who is going, in the order of their seats. Those hidden from the viewer leave no gap. */
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
        const seen = await cards(viewerId, [...guests.keys()])
        items.push(...seen.map((member) => ({ member, guests: guests.get(member.id) ?? 0 })))
        next = page.next
      } while (next && items.length < PAGE_SIZE)
      return { items, ...(next && { next }) }
    },

    /** What the member goes to between now, or already under way, and `until` (ISO instant). */
    async agenda(memberId: string, until: string) {
      const now = clock()
      const gte = isoInstant(now - LONGEST_EVENT)
      const going = await answersOf(memberId, 'going', { gte, lt: until })
      const found = await summaries(going.slice(0, BATCH).map(({ event }) => event))
      return found.filter(({ status, endsAt }) => status === 'published' && Date.parse(endsAt) > now)
    },

    /** Seats held for the member, the first to run out first. */
    async offers(memberId: string): Promise<SeatOffer[]> {
      const now = clock()
      const offered = await answersOf(memberId, 'offered', { gte: isoInstant(now) })
      const until = new Map(
        offered.flatMap(({ event, offerUntil }) =>
          offerUntil !== undefined && Date.parse(offerUntil) > now ? [[event, offerUntil] as const] : [],
        ),
      )
      const events = await summaries([...until.keys()].slice(0, BATCH))
      return events
        .filter(({ status }) => status === 'published')
        .map((event) => ({ event, until: until.get(event.id)! }))
        .toSorted((a, b) => (a.until < b.until ? -1 : 1))
    },

    /** Events that both went to or are going to, the latest first. */
    async together(a: string, b: string) {
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
        const shared = others.flatMap((other) => (other?.state === 'going' ? [other.event] : []))
        const known = shared.length > 0 ? await summaries(shared) : []
        found.push(...known.filter(({ status }) => status !== 'cancelled'))
        cursor = page.next
      } while (cursor && found.length < MOST_TOGETHER)
      return found.slice(0, MOST_TOGETHER)
    },

    /** Ids of the events that the member was at, or had a seat at, and that have begun. Earliest first. */
    async wentTo(memberId: string) {
      const going = await answersOf(memberId, 'going', { lt: isoInstant(clock()) })
      return going.map(({ event }) => event)
    },

    /** Ids of members who have or had a seat, the first seated first; at most 500. */
    async goersOf(eventId: string) {
      const query = {
        where: { event: eventId, state: 'going' },
        orderBy: 'ticket',
        limit: BATCH,
      } as const
      return (await store.find(rsvps, query)).items.map(({ member }) => member)
    },

    /** All the member's answers to events that start at `from` (ISO instant) or later. */
    ofMember: (memberId: string, from = '') => answersOf(memberId, undefined, { gte: from }),
  }
}
