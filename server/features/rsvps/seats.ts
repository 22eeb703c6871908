import { type EventStatus, OFFER_LIFETIME, OFFER_WITHIN } from '#shared/event-rules.ts'
import type { Answer } from '#shared/events.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields } from '#server/lib/failure.ts'

import type { EventSeats, RsvpDocument } from './collection.ts'

/** What of an event decides who gets a seat. */
export interface SeatRules {
  id: string
  status: EventStatus
  /** ISO instants. */
  startsAt: string
  endsAt: string
  rsvpDeadline?: string
  /** Absent: as many as come. */
  capacity?: number
  guestsMax: number
}

/** What of an event's answers bears on one change: the rest of them stay as they are. */
export interface Involved {
  seats: EventSeats
  /** Offers that may have run out. */
  due: readonly RsvpDocument[]
  /** The waitlist from its head on, by ticket: at least as long as there are seats to get, or all of it. */
  queue: readonly RsvpDocument[]
}

export interface Act {
  /** The answer so far. */
  before: RsvpDocument
  answer: Answer
}

export interface Settled {
  seats: EventSeats
  /** Every answer that is another now. */
  changed: readonly RsvpDocument[]
}

/** Clocks of replicas differ: nobody loses a seat to one that runs ahead. Milliseconds. */
export const OFFER_GRACE = 10_000

export const hasRunOut = ({ state, offerUntil }: RsvpDocument, now: number) =>
  state === 'offered' && offerUntil !== undefined && now > Date.parse(offerUntil) + OFFER_GRACE

/** Someone's place before their first answer. */
export const unanswered = (id: string, event: SeatRules, member: string): RsvpDocument => ({
  id,
  event: event.id,
  member,
  state: 'declined',
  guests: 0,
  answeredAt: '',
  changedAt: '',
  startsAt: event.startsAt,
})

/** The answer to an event that may have moved since: an offer never outlives the start. */
export const movedTo = ({ startsAt }: SeatRules, rsvp: RsvpDocument): RsvpDocument => ({
  ...rsvp,
  startsAt,
  ...(rsvp.offerUntil && { offerUntil: rsvp.offerUntil < startsAt ? rsvp.offerUntil : startsAt }),
})

export const seatsHeld = ({ state, guests }: RsvpDocument) =>
  state === 'going' || state === 'offered' ? 1 + guests : 0

/**
 * How many of the waitlist, from its head on, bear on a change, were all of `leaving` to go: each that is seated
 * takes a free seat, or one that is freed; and one of them may be leaving the waitlist.
 */
export const headsToRead = ({ capacity = Infinity }: SeatRules, seats: EventSeats, leaving: RsvpDocument[]) =>
  leaving.reduce(
    (sum, rsvp) => sum + (rsvp.state === 'waitlisted' ? 1 : seatsHeld(rsvp)),
    capacity - seats.going - seats.held,
  )

/**
 * All that changes when somebody answers, or when time passed or the rules changed: offers run out, then the
 * waitlist moves up in strict order, then the answer counts, and the waitlist moves up again.
 * @throws Failure when the answer cannot be taken: then nothing changes
 */
export function settle(rules: SeatRules, { seats, due, queue }: Involved, now: number, act?: Act): Settled {
  const book = openBook(seats)
  for (const rsvp of due) if (hasRunOut(rsvp, now)) book.put(rsvp, { ...without(rsvp), lapsed: true })
  moveUp(rules, book, queue, now)
  if (act) {
    const before = book.latest(act.before)
    const after = answered(rules, book.seats(), before, act.answer, now)
    if (after !== before) book.put(before, after)
    moveUp(rules, book, queue, now, after.id)
  }
  return { seats: book.seats(), changed: book.changed() }
}

type Book = ReturnType<typeof openBook>

/** Keeps the count while answers change: it cannot be other than their sum. */
function openBook(before: EventSeats) {
  let seats = before
  const changed = new Map<string, RsvpDocument>()
  return {
    seats: () => seats,
    changed: () => [...changed.values()],
    latest: (rsvp: RsvpDocument) => changed.get(rsvp.id) ?? rsvp,
    put(from: RsvpDocument, to: RsvpDocument) {
      seats = counted(counted(seats, from, -1), to, 1)
      changed.set(to.id, to)
    },
  }
}

function counted(seats: EventSeats, { state, guests, ticket = 0 }: RsvpDocument, sign: 1 | -1): EventSeats {
  const lastTicket = Math.max(seats.lastTicket, ticket)
  if (state === 'going') return { ...seats, lastTicket, going: seats.going + sign * (1 + guests) }
  if (state === 'offered') return { ...seats, lastTicket, held: seats.held + sign * (1 + guests) }
  if (state === 'waitlisted') return { ...seats, lastTicket, waiting: seats.waiting + sign }
  return seats
}

const fits = ({ capacity = Infinity }: SeatRules, { going, held }: EventSeats, more: number) =>
  going + held + more <= capacity

/** @param answering the answer that was given just now: its member need not be asked again */
function moveUp(
  rules: SeatRules,
  book: Book,
  queue: readonly RsvpDocument[],
  now: number,
  answering?: string,
) {
  const start = Date.parse(rules.startsAt)
  if (rules.status !== 'published' || now >= start) return
  for (const each of queue) {
    const head = book.latest(each)
    if (head.state !== 'waitlisted') continue
    // A smaller party further back would fit: but then a large one might never get its turn.
    if (!fits(rules, book.seats(), 1 + head.guests)) return
    const offerUntil = isoInstant(Math.min(now + OFFER_LIFETIME, start))
    const isSure = start - now > OFFER_WITHIN || head.id === answering
    const seated = isSure ? { state: 'going' as const } : { state: 'offered' as const, offerUntil }
    book.put(head, { ...head, ...seated })
  }
}

/** The answer as it counts; `before` itself where it changes nothing. */
function answered(rules: SeatRules, seats: EventSeats, before: RsvpDocument, answer: Answer, now: number) {
  if (rules.status === 'cancelled') throw conflict('event_cancelled', 'This event was cancelled.')
  if (rules.status === 'completed' || now >= Date.parse(rules.endsAt)) {
    throw conflict('event_over', 'This event is over.')
  }
  const answeredAt = isoInstant(now)
  if (answer.state === 'going') return joined(rules, seats, before, answer.guests, now)
  if (before.state === answer.state && before.answeredAt && !before.lapsed) return before
  if (answer.state === 'maybe') requireOpen(rules, now)
  return { ...without(before), state: answer.state, answeredAt }
}

function joined(rules: SeatRules, seats: EventSeats, before: RsvpDocument, guests: number, now: number) {
  const placed = before.state !== 'maybe' && before.state !== 'declined'
  if (placed && guests === before.guests && before.state !== 'offered') return before
  const wantsMore = !placed || guests > before.guests
  if (wantsMore) requireRoom(rules, guests, now)
  const answeredAt = isoInstant(now)
  if (before.state === 'waitlisted') return { ...before, guests, answeredAt }

  const free = seats.waiting === 0 && fits(rules, seats, 1 + guests - seatsHeld(before))
  if (placed) {
    if (wantsMore && !free) {
      throw conflict('no_seats', 'There are not enough free seats for your guests.', {
        detail: 'You keep the seats that you have.',
      })
    }
    const { offerUntil: _, ...kept } = before
    return { ...kept, state: 'going' as const, guests, answeredAt }
  }
  const state = free ? ('going' as const) : ('waitlisted' as const)
  return { ...without(before), state, guests, answeredAt, ticket: seats.lastTicket + 1 }
}

function requireRoom(rules: SeatRules, guests: number, now: number) {
  requireOpen(rules, now)
  const { capacity = Infinity, guestsMax } = rules
  if (guests > guestsMax) {
    const most = guestsMax === 0 ? 'No guests can come along.' : `At most ${guestsMax} can come along.`
    throw invalidFields({ guests: most })
  }
  if (1 + guests > capacity) throw conflict('no_seats', `There are only ${capacity} seats in all.`)
}

function requireOpen({ startsAt, rsvpDeadline = startsAt }: SeatRules, now: number) {
  if (now < Date.parse(rsvpDeadline) && now < Date.parse(startsAt)) return
  throw conflict('rsvp_closed', 'Answers were taken until a while ago: nobody can newly join.')
}

/** The answer of someone who has neither a seat nor a place in the queue: nothing else that came with them stays. */
function without(before: RsvpDocument): RsvpDocument {
  const { id, event, member, startsAt, answeredAt, changedAt } = before
  return { id, event, member, startsAt, answeredAt, changedAt, state: 'declined', guests: 0 }
}
