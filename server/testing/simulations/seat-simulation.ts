import type { RsvpEdit } from '#shared/events/rsvps.ts'
import { HOUR } from '#shared/lib/durations.ts'
import type {
  EventSeats,
  OrganiserCommand,
  RsvpDocument,
} from '#server/modules/attendance/rsvps/seats/collection.ts'
import {
  reconcileSeats,
  type RsvpChange,
  waitlistReadLimit,
} from '#server/modules/attendance/rsvps/seats/reconcile-seats.ts'
import {
  assertCapacity,
  isExpired,
  newRsvp,
  offerEnd,
  rescheduled,
  type SeatRules,
} from '#server/modules/attendance/rsvps/seats/seats.ts'
import { isoInstant } from '#server/lib/clock.ts'

export const SIMULATION_START = Date.parse('2026-03-02T12:00:00Z')

/** An event two days ahead with three seats, where each may bring two guests. */
export const seatRules = (more: Partial<SeatRules> = {}): SeatRules => ({
  id: 'event',
  title: 'Event',
  status: 'published',
  startsAt: isoInstant(SIMULATION_START + 48 * HOUR),
  endsAt: isoInstant(SIMULATION_START + 50 * HOUR),
  capacity: 3,
  guestsMax: 2,
  ...more,
})

/** All RSVPs to one event, in memory. Seats are reconciled from the same inputs as in the store's transactions. */
export function createSeatSimulation(initialRules: SeatRules) {
  let rules = initialRules
  let now = SIMULATION_START
  let seats: EventSeats = { id: 'event', going: 0, held: 0, waiting: 0, lastTicket: 0 }
  const all = new Map<string, RsvpDocument>()
  const suspended = new Set<string>()
  const inState = (state: RsvpDocument['state']) => [...all.values()].filter((rsvp) => rsvp.state === state)
  const waitlist = () => inState('waitlisted').toSorted((a, b) => a.ticket! - b.ticket!)

  function reconcile(change?: RsvpChange) {
    const expiring = inState('offered').filter((rsvp) => isExpired(rsvp, now))
    const limit = waitlistReadLimit(rules, seats, change ? [...expiring, change.before] : expiring)
    const active = waitlist().filter(({ member }) => !suspended.has(member))
    const inputs = { seats, expiring, waitlist: active.slice(0, Math.max(0, limit)) }
    const changes = reconcileSeats(rules, inputs, now, change)
    seats = changes.seats
    for (const rsvp of changes.changed) all.set(rsvp.member, rsvp)
  }

  function freezeOffers() {
    for (const rsvp of inState('offered')) {
      const { offerUntil: _, ...frozen } = rsvp
      if (!isExpired(rsvp, now)) all.set(rsvp.member, frozen)
    }
  }

  function renewOffers() {
    for (const rsvp of inState('offered')) {
      all.set(rsvp.member, { ...rsvp, offerUntil: rsvp.offerUntil ?? offerEnd(rules, now) })
    }
  }

  return {
    waitlist,
    inState,
    get rules() {
      return rules
    },
    get seats() {
      return seats
    },
    get now() {
      return now
    },
    stateOf: (member: string) => all.get(member)?.state,
    rsvpOf: (member: string) => all.get(member),
    members: () => [...all.keys()],
    /** Current RSVPs by member. */
    all: () => new Map(all),
    reconcile,
    suspended: (): ReadonlySet<string> => new Set(suspended),
    suspend(member: string) {
      suspended.add(member)
      reconcile()
    },
    restore(member: string) {
      suspended.delete(member)
      reconcile()
    },
    hide() {
      rules = { ...rules, hidden: { event: {} } }
      freezeOffers()
      reconcile()
    },
    show() {
      if (!rules.hidden) return
      const { hidden: _, ...shown } = rules
      rules = shown
      reconcile()
      renewOffers()
    },
    advance: (milliseconds: number) => void (now += milliseconds),
    /** Applies a change of the event as the service does. @throws Failure when there would be too few seats */
    changeRules(next: SeatRules) {
      const saved = { rules, seats, all: [...all.values()] }
      rules = next
      try {
        if (rules.status === 'cancelled') return freezeOffers()
        for (const rsvp of saved.all) all.set(rsvp.member, rescheduled(rules, rsvp))
        reconcile()
        assertCapacity(
          saved.rules,
          rules,
          seats,
          inState('waitlisted').toSorted((a, b) => b.guests - a.guests)[0],
        )
      } catch (error) {
        rules = saved.rules
        seats = saved.seats
        for (const rsvp of saved.all) all.set(rsvp.member, rsvp)
        throw error
      }
    },
    complete: () => void (rules = { ...rules, status: 'completed' }),
    command: (member: string, command: OrganiserCommand) =>
      reconcile({ before: all.get(member) ?? newRsvp(member, rules, member), edit: command }),
    respond(member: string, state: RsvpEdit['state'], guests = 0) {
      const before = all.get(member) ?? newRsvp(member, rules, member)
      reconcile({ before, edit: { state, guests }, needsRequest: rules.joinMode === 'request' })
      return all.get(member)
    },
  }
}
