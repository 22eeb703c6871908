import * as m from '#shared/events/messages.ts'
import { HAVE_A_PLACE, OFFER_WITHIN, rsvpsCloseAt } from '#shared/events/rules.ts'
import type { RsvpEdit } from '#shared/events/rsvps.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict, Failure, invalidFields, notFound } from '#server/lib/failure.ts'
import { hasEnded } from '#server/modules/events/events/rules.ts'
import type { EventSeats, OrganiserCommand, RsvpDocument } from './collection.ts'
import { applyCommand } from './organiser-commands.ts'

import {
  declineNoteOf,
  fits,
  isExpired,
  offerEnd,
  removalReasonOf,
  type SeatRules,
  seatsOf,
  withoutSeat,
} from './seats.ts'

/** The RSVPs of an event that one change may affect. All others stay unchanged. */
export interface SeatInputs {
  seats: EventSeats
  /** Offers that may have expired. */
  expiring: readonly RsvpDocument[]
  /**
   * The head of the waitlist, by ticket: at least as many as seats may become free, or all. Excludes members who are
   * not active: seats go to people behind them, as if they did not wait.
   */
  waitlist: readonly RsvpDocument[]
}

/**
 * `ofSeries`: part of an RSVP to a series. It is refused when there is no free seat, instead of leading to the
 * waitlist, and is confirmed with the others.
 */
export type MemberEdit = RsvpEdit & { ofSeries?: true }

export interface RsvpChange {
  /** The current RSVP. */
  before: RsvpDocument
  /** The edit of a member, or the command of an organiser. */
  edit: MemberEdit | OrganiserCommand
  /** Whether a member without a place has to ask for one. */
  needsRequest?: boolean
}

interface SeatChanges {
  seats: EventSeats
  /** Every RSVP that changed. */
  changed: readonly RsvpDocument[]
}

/**
 * Number of RSVPs from the head of the waitlist that one change can affect if all of `leaving` give up their place:
 * each promoted one uses a seat that is free or becomes free, and one of `leaving` may be on the waitlist itself.
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
 * Applies everything that follows from an RSVP, from the passing of time or from new rules: offers expire, the
 * waitlist is promoted in strict order, the RSVP is applied, and the waitlist is promoted again.
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

/** A refused RSVP changes nothing. */
export type SeatOutcome = PromiseSettledResult<{ seats: EventSeats; mine: RsvpDocument }>

/**
 * Applies several RSVPs in the same way, one after the other, each of a different member. `waitlist` must be long
 * enough for all.
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
  function applyOne({ before, ...change }: RsvpChange): SeatOutcome {
    try {
      reconcile({ before: latest(before), ...change })
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
    /** Counts for decisions about one person: of the waiting members, only `waitlist` is ahead of them. */
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
  // While the event is hidden, no one could see an offer or claim it.
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

function applyChange(rules: SeatRules, seats: EventSeats, change: RsvpChange, now: number) {
  const { before, edit, needsRequest = false } = change
  return 'kind' in edit
    ? applyCommand(rules, seats, before, edit, now)
    : applyEdit(rules, seats, { before, edit, needsRequest }, now)
}

/** A repeated choice succeeds, because it changes nothing: browsers retry after a lost response. */
function applyEdit(
  rules: SeatRules,
  seats: EventSeats,
  given: { before: RsvpDocument; edit: MemberEdit; needsRequest: boolean },
  now: number,
) {
  const after = afterEdit(rules, seats, given, now)
  if (after !== given.before && isSuperseded(given.edit, given.before))
    throw new Failure(412, 'rsvp_superseded', m.rsvpRefusedSuperseded())
  return after
}

/** Whether the member has made another choice, while this one waited for a connection. */
const isSuperseded = ({ choiceId, knownChoices }: MemberEdit, stored: RsvpDocument) =>
  knownChoices !== undefined && ![choiceId, ...knownChoices].includes(stored.choiceId ?? '')

/** @returns the RSVP after the edit; `before` itself if the edit changes nothing */
function afterEdit(
  rules: SeatRules,
  seats: EventSeats,
  { before, edit, needsRequest }: { before: RsvpDocument; edit: MemberEdit; needsRequest: boolean },
  now: number,
) {
  // Members who have answered can give up their RSVP. For everyone and everything else, the event does not
  // exist.
  const givesUp = edit.state === 'declined' && before.answeredAt !== ''
  if (rules.hidden?.event && !givesUp) throw notFound('event')
  const isOver = hasEnded.of(rules, now)
  if (rules.status === 'cancelled') {
    // There is no seat to give up, and the history stays unchanged.
    if (edit.state === 'declined' && !isOver) return before
    throw conflict('event_cancelled', m.eventCancelled())
  }
  if (isOver) throw conflict('event_over', m.eventOver())
  if (edit.state !== 'declined' && removalReasonOf(before) !== undefined) {
    throw conflict('removed_by_organiser', m.rsvpRefusedRemoved())
  }
  if (needsRequest && edit.state !== 'declined' && !hasPlace(before)) {
    return applyRequest(rules, before, edit, now)
  }
  if (edit.state === 'going') return applyGoing(rules, seats, before, edit, now)
  if (before.state === edit.state && before.answeredAt && !before.lapsed) return before
  if (edit.state === 'maybe') assertRsvpOpen(rules, now)
  return { ...withoutSeat(before), state: edit.state, ...chosen(edit, now) }
}

/** A choice for a series has no id of its own. */
function chosen({ choiceId, ofSeries }: MemberEdit, now: number) {
  const answeredAt = isoInstant(now)
  return { answeredAt, choiceId: choiceId ?? (ofSeries && answeredAt) }
}

const hasPlace = ({ state }: RsvpDocument) => HAVE_A_PLACE.has(state)

/** A request takes no seat and has no place on the waitlist. */
function applyRequest(rules: SeatRules, before: RsvpDocument, edit: MemberEdit, now: number) {
  const { state, guests, note = before.requestNote } = edit
  const requestNote = note?.trim() || undefined
  if (declineNoteOf(before) !== undefined) {
    throw conflict('request_declined', m.rsvpRefusedDeclined())
  }
  if (state === 'maybe') throw conflict('request_needed', m.rsvpRefusedAsk())
  if (before.state === 'requested' && before.guests === guests && before.requestNote === requestNote)
    return before
  assertGuestsFit(rules, guests, now)
  const request = { state: 'requested' as const, guests, requestNote, ...chosen(edit, now) }
  return { ...withoutSeat(before), ...request }
}

function applyGoing(
  rules: SeatRules,
  seats: EventSeats,
  before: RsvpDocument,
  edit: MemberEdit,
  now: number,
) {
  const { guests, ofSeries } = edit
  const isPlaced = hasPlace(before)
  if (isPlaced && guests === before.guests && before.state !== 'offered') return before
  const needsMore = !isPlaced || guests > before.guests
  if (needsMore) assertGuestsFit(rules, guests, now)
  const choice = chosen(edit, now)
  if (before.state === 'waitlisted') return { ...before, guests, ...choice }

  const isFree = seats.waiting === 0 && fits(rules, seats, 1 + guests - seatsOf(before))
  if (isPlaced) {
    if (needsMore && !isFree) {
      throw conflict('no_seats', m.rsvpRefusedGuests(), {
        detail: m.rsvpRefusedUnchanged(),
      })
    }
    const { offerUntil: _, ...rest } = before
    return { ...rest, state: 'going' as const, guests, ...choice }
  }
  if (ofSeries && !isFree) throw conflict('event_full', m.rsvpRefusedFull())
  const state = isFree ? ('going' as const) : ('waitlisted' as const)
  return { ...withoutSeat(before), state, guests, ...choice, ticket: seats.lastTicket + 1 }
}

function assertGuestsFit(rules: SeatRules, guests: number, now: number) {
  assertRsvpOpen(rules, now)
  const { capacity = Infinity, guestsMax } = rules
  if (guests > guestsMax) {
    throw invalidFields({
      guests: guestsMax === 0 ? m.rsvpRefusedNoGuests() : m.rsvpGuestsMax({ count: guestsMax }),
    })
  }
  if (1 + guests > capacity) {
    throw conflict('no_seats', m.rsvpRefusedCapacity({ count: capacity }))
  }
}

function assertRsvpOpen(rules: SeatRules, now: number) {
  const { rsvpOpensAt } = rules
  if (rsvpOpensAt && now < Date.parse(rsvpOpensAt)) {
    throw conflict('rsvp_not_open', m.rsvpRefusedNotOpen())
  }
  if (now >= rsvpsCloseAt(rules)) throw conflict('rsvp_closed', m.rsvpRefusedOver())
}
