import type { Answer } from '#shared/events.ts'
import type { EventSeats, RsvpDocument } from '#server/features/rsvps/collection.ts'
import { hasRunOut, headsToRead, type SeatRules, settle, unanswered } from '#server/features/rsvps/seats.ts'
import { isoInstant } from '#server/lib/clock.ts'

const HOUR = 60 * 60 * 1_000
export const SEATS_NOW = Date.parse('2026-03-02T12:00:00Z')

/** An event two days ahead with three seats, where each may bring two. */
export const rulesOf = (more: Partial<SeatRules> = {}): SeatRules => ({
  id: 'event',
  status: 'published',
  startsAt: isoInstant(SEATS_NOW + 48 * HOUR),
  endsAt: isoInstant(SEATS_NOW + 50 * HOUR),
  capacity: 3,
  guestsMax: 2,
  ...more,
})

/** All answers to one event in memory, settled as the store's transaction settles them. */
export function createHall(rules: SeatRules) {
  let now = SEATS_NOW
  let seats: EventSeats = { id: 'event', going: 0, held: 0, waiting: 0, lastTicket: 0 }
  const all = new Map<string, RsvpDocument>()
  const inState = (state: RsvpDocument['state']) => [...all.values()].filter((rsvp) => rsvp.state === state)
  const queue = () => inState('waitlisted').toSorted((a, b) => a.ticket! - b.ticket!)

  function touch(act?: { before: RsvpDocument; answer: Answer }) {
    const due = inState('offered').filter((rsvp) => hasRunOut(rsvp, now))
    const most = headsToRead(rules, seats, act ? [...due, act.before] : due)
    const settled = settle(rules, { seats, due, queue: queue().slice(0, Math.max(0, most)) }, now, act)
    seats = settled.seats
    for (const rsvp of settled.changed) all.set(rsvp.member, rsvp)
  }

  return {
    queue,
    inState,
    get seats() {
      return seats
    },
    get now() {
      return now
    },
    stateOf: (member: string) => all.get(member)?.state,
    of: (member: string) => all.get(member),
    members: () => [...all.keys()],
    /** By member, as they are now. */
    all: () => new Map(all),
    touch,
    pass: (milliseconds: number) => void (now += milliseconds),
    answer(member: string, state: Answer['state'], guests = 0) {
      touch({ before: all.get(member) ?? unanswered(member, rules, member), answer: { state, guests } })
      return all.get(member)
    },
  }
}
