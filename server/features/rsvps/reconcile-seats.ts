import { OFFER_WITHIN } from '#shared/event-rules.ts'
import type { RsvpEdit } from '#shared/events.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict, Failure, invalidFields, notFound } from '#server/lib/failure.ts'

import type { EventSeats, OrganiserCommand, RsvpDocument } from './collection.ts'
import { applyCommand } from './organiser-commands.ts'
import { fits, isExpired, offerEnd, removalReasonOf, type SeatRules, seatsOf, withoutSeat } from './seats.ts'

/** The RSVPs of an event that one change may affect. All others stay as they are. */
export interface SeatInputs {
  seats: EventSeats
  /** Offers that may have expired. */
  expiring: readonly RsvpDocument[]
  /**
   * From its head on, by ticket: at least as many as seats may become free, or all. Without members who are not active:
   * seats go to those behind them, as if they did not wait.
   */
  waitlist: readonly RsvpDocument[]
}

export interface RsvpChange {
  /** The RSVP so far. */
  before: RsvpDocument
  /** By the member, or by an organiser. */
  edit: RsvpEdit | OrganiserCommand
}

export interface SeatChanges {
  seats: EventSeats
  /** Every RSVP that differs now. */
  changed: readonly RsvpDocument[]
}

/**
 * How many RSVPs from the head of the waitlist one change can affect if all of `leaving` give up their place: each
 * promoted one uses a seat that is free or becomes free, and one of `leaving` may be on the waitlist itself.
 */
export const waitlistReadLimit = (
  { capacity = Infinity }: SeatRules,
  seats: EventSeats,
  leaving: RsvpDocument[],
) =>
  leaving.reduce(
    (sum, rsvp) => sum + (rsvp.state === 'waitlisted' ? 1 : seatsOf(rsvp)),
    capacity - seats.going - seats.held,
  )

/**
 * All changes that follow from an RSVP, from the passing of time or from new rules: offers expire, the waitlist
 * moves up in strict order, the RSVP is applied, and the waitlist moves up again.
 * @throws Failure when the RSVP is refused; then nothing changes
 */
export function reconcileSeats(
  rules: SeatRules,
  { seats, expiring, waitlist }: SeatInputs,
  now: number,
  change?: RsvpChange,
): SeatChanges {
  const counter = createSeatCounter(seats)
  for (const rsvp of expiring) {
    if (isExpired(rsvp, now)) counter.replace(rsvp, { ...withoutSeat(rsvp), lapsed: true })
  }
  promoteWaitlist(rules, counter, waitlist, now)
  if (change) {
    const before = counter.latest(change.before)
    const after = applyChange(rules, counter.seatsFor(waitlist), { ...change, before }, now)
    if (after !== before) counter.replace(before, after)
    promoteWaitlist(rules, counter, waitlist, now, after.id)
  }
  return { seats: counter.seats(), changed: counter.changed() }
}

/** An RSVP that was refused changes nothing. */
export type SeatOutcome = PromiseSettledResult<{ seats: EventSeats; mine: RsvpDocument }>

/**
 * The same for several RSVPs, one after the other, each of another member. `waitlist` is to be long enough for all.
 */
export function reconcileRsvps(
  rules: SeatRules,
  inputs: SeatInputs,
  now: number,
  rsvpChanges: readonly RsvpChange[],
): SeatChanges & { outcomes: SeatOutcome[] } {
  const changed = new Map<string, RsvpDocument>()
  const latest = (rsvp: RsvpDocument) => changed.get(rsvp.id) ?? rsvp
  const waitlist = new Map(inputs.waitlist.map((rsvp) => [rsvp.id, rsvp]))
  let { seats, expiring } = inputs

  function reconcile(change?: RsvpChange) {
    const changes = reconcileSeats(rules, { seats, expiring, waitlist: [...waitlist.values()] }, now, change)
    seats = changes.seats
    for (const rsvp of changes.changed) {
      changed.set(rsvp.id, rsvp)
      if (waitlist.has(rsvp.id) || rsvp.state === 'waitlisted') waitlist.set(rsvp.id, rsvp)
    }
    expiring = expiring.map(latest)
  }
  function applyOne({ before, edit }: RsvpChange): SeatOutcome {
    try {
      reconcile({ before: latest(before), edit })
      return { status: 'fulfilled', value: { seats, mine: latest(before) } }
    } catch (error) {
      if (error instanceof Failure) return { status: 'rejected', reason: error }
      throw error
    }
  }

  if (rsvpChanges.length === 0) reconcile()
  const outcomes = rsvpChanges.map(applyOne)
  return { seats, changed: [...changed.values()], outcomes }
}

type SeatCounter = ReturnType<typeof createSeatCounter>

/** Collects changed RSVPs and adjusts the seat counts with each. */
function createSeatCounter(before: EventSeats) {
  let seats = before
  const changed = new Map<string, RsvpDocument>()
  const latest = (rsvp: RsvpDocument) => changed.get(rsvp.id) ?? rsvp
  return {
    seats: () => seats,
    changed: () => [...changed.values()],
    latest,
    /** For decisions about someone: of those who wait, only `waitlist` is ahead of them. */
    seatsFor: (waitlist: readonly RsvpDocument[]): EventSeats => ({
      ...seats,
      waiting: waitlist.filter((rsvp) => latest(rsvp).state === 'waitlisted').length,
    }),
    replace(from: RsvpDocument, to: RsvpDocument) {
      seats = addToCounts(addToCounts(seats, from, -1), to, 1)
      changed.set(to.id, to)
    },
  }
}

export function addToCounts(
  seats: EventSeats,
  { state, guests, ticket = 0 }: RsvpDocument,
  sign: 1 | -1,
): EventSeats {
  const lastTicket = Math.max(seats.lastTicket, ticket)
  if (state === 'going') return { ...seats, lastTicket, going: seats.going + sign * (1 + guests) }
  if (state === 'offered') return { ...seats, lastTicket, held: seats.held + sign * (1 + guests) }
  if (state === 'waitlisted') return { ...seats, lastTicket, waiting: seats.waiting + sign }
  return seats
}

/** @param changedId the RSVP that was just changed: its member gets a seat instead of an offer */
function promoteWaitlist(
  rules: SeatRules,
  counter: SeatCounter,
  waitlist: readonly RsvpDocument[],
  now: number,
  changedId?: string,
) {
  const start = Date.parse(rules.startsAt)
  // While the event is hidden, nobody could see an offer or claim it.
  if (rules.status !== 'published' || rules.hidden?.event || now >= start) return
  for (const each of waitlist) {
    const head = counter.latest(each)
    if (head.state !== 'waitlisted') continue
    // A smaller party further back might fit, but then a large party might never get seats.
    if (!fits(rules, counter.seats(), 1 + head.guests)) return
    const getsSeat = start - now > OFFER_WITHIN || head.id === changedId
    const seated = getsSeat
      ? { state: 'going' as const }
      : { state: 'offered' as const, offerUntil: offerEnd(rules, now) }
    counter.replace(head, { ...head, ...seated })
  }
}

const applyChange = (rules: SeatRules, seats: EventSeats, { before, edit }: RsvpChange, now: number) =>
  'kind' in edit ? applyCommand(rules, seats, before, edit, now) : applyEdit(rules, seats, before, edit, now)

/** @returns the RSVP after the edit; `before` itself where the edit changes nothing */
function applyEdit(rules: SeatRules, seats: EventSeats, before: RsvpDocument, edit: RsvpEdit, now: number) {
  // Who has answered can give up what they have. To everyone else, and for all else, there is no such event.
  const givesUp = edit.state === 'declined' && before.answeredAt !== ''
  if (rules.hidden?.event && !givesUp) throw notFound('event')
  const hasEnded = rules.status === 'completed' || now >= Date.parse(rules.endsAt)
  if (rules.status === 'cancelled') {
    // Nobody has a seat to give up, and who went where stays as it was.
    if (edit.state === 'declined' && !hasEnded) return before
    throw conflict('event_cancelled', 'This event was cancelled.')
  }
  if (hasEnded) throw conflict('event_over', 'This event has ended.')
  if (edit.state !== 'declined' && removalReasonOf(before) !== undefined) {
    throw conflict('removed_by_organiser', 'An organiser removed you from this event.')
  }
  const answeredAt = isoInstant(now)
  if (edit.state === 'going') return applyGoing(rules, seats, before, edit.guests, now)
  if (before.state === edit.state && before.answeredAt && !before.lapsed) return before
  if (edit.state === 'maybe') assertRsvpOpen(rules, now)
  return { ...withoutSeat(before), state: edit.state, answeredAt }
}

function applyGoing(rules: SeatRules, seats: EventSeats, before: RsvpDocument, guests: number, now: number) {
  const hasPlace = before.state !== 'maybe' && before.state !== 'declined'
  if (hasPlace && guests === before.guests && before.state !== 'offered') return before
  const needsMore = !hasPlace || guests > before.guests
  if (needsMore) assertGuestsFit(rules, guests, now)
  const answeredAt = isoInstant(now)
  if (before.state === 'waitlisted') return { ...before, guests, answeredAt }

  const isFree = seats.waiting === 0 && fits(rules, seats, 1 + guests - seatsOf(before))
  if (hasPlace) {
    if (needsMore && !isFree) {
      throw conflict('no_seats', 'There aren’t enough seats for that many guests.', {
        detail: 'Your RSVP hasn’t changed.',
      })
    }
    const { offerUntil: _, ...rest } = before
    return { ...rest, state: 'going' as const, guests, answeredAt }
  }
  const state = isFree ? ('going' as const) : ('waitlisted' as const)
  return { ...withoutSeat(before), state, guests, answeredAt, ticket: seats.lastTicket + 1 }
}

function assertGuestsFit(rules: SeatRules, guests: number, now: number) {
  assertRsvpOpen(rules, now)
  const { capacity = Infinity, guestsMax } = rules
  if (guests > guestsMax) {
    const limit = `You can bring up to ${guestsMax} ${guestsMax === 1 ? 'guest' : 'guests'}.`
    throw invalidFields({ guests: guestsMax === 0 ? 'You can’t bring guests to this event.' : limit })
  }
  if (1 + guests > capacity) {
    throw conflict('no_seats', `This event has only ${capacity} ${capacity === 1 ? 'seat' : 'seats'}.`)
  }
}

function assertRsvpOpen({ startsAt, rsvpDeadline = startsAt }: SeatRules, now: number) {
  if (now < Date.parse(rsvpDeadline) && now < Date.parse(startsAt)) return
  throw conflict('rsvp_closed', 'RSVPs are closed.')
}
