import { type EventStatus, OFFER_LIFETIME, type RsvpState } from '#shared/event-rules.ts'
import type { Seats } from '#shared/events.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { invalidFields } from '#server/lib/failure.ts'

import type { EventSeats, RsvpDocument } from './collection.ts'

/** The fields of an event that decide who gets a seat. */
export interface SeatRules {
  id: string
  title: string
  status: EventStatus
  /** ISO instants. */
  startsAt: string
  endsAt: string
  rsvpDeadline?: string
  /** Absent: no limit. */
  capacity?: number
  guestsMax: number
  /** What an admin has hidden. Its RSVPs stay in order, and can only be given up. */
  hidden?: { event?: object }
}

/** Nobody loses a seat to a replica whose clock is ahead by up to this. Milliseconds. */
export const OFFER_GRACE = 10_000

export const isExpired = (
  { state, offerUntil }: { state: RsvpState; offerUntil?: string | null },
  now: number,
) => state === 'offered' && Boolean(offerUntil) && now > Date.parse(offerUntil!) + OFFER_GRACE

/** When an offer that is made now expires (ISO instant): never after the start. */
export const offerEnd = ({ startsAt }: SeatRules, now: number) =>
  isoInstant(Math.min(now + OFFER_LIFETIME, Date.parse(startsAt)))

/** An RSVP before the first edit. */
export const newRsvp = (id: string, event: SeatRules, member: string): RsvpDocument => ({
  id,
  event: event.id,
  member,
  state: 'declined',
  guests: 0,
  answeredAt: '',
  changedAt: '',
  startsAt: event.startsAt,
})

/** The RSVP with the start of its event, which may have changed; an offer never outlives the start. */
export const rescheduled = ({ startsAt }: SeatRules, rsvp: RsvpDocument): RsvpDocument => ({
  ...rsvp,
  startsAt,
  ...(rsvp.offerUntil && { offerUntil: rsvp.offerUntil < startsAt ? rsvp.offerUntil : startsAt }),
})

/** Seats that the RSVP occupies, guests included. */
export const seatsOf = ({ state, guests }: RsvpDocument) =>
  state === 'going' || state === 'offered' ? 1 + guests : 0

/** Why an organiser removed the member; undefined for everyone else. */
export const removalReasonOf = ({ state, command }: RsvpDocument) =>
  state === 'declined' && command?.kind === 'remove' ? command.reason : undefined

export const fits = ({ capacity = Infinity }: SeatRules, { going, held }: EventSeats, more: number) =>
  going + held + more <= capacity

/** Drops every field that belongs to a seat, an offer or a place on the waitlist. */
export function withoutSeat(before: RsvpDocument): RsvpDocument {
  const { id, event, member, startsAt, answeredAt, changedAt, version } = before
  const kept = { id, event, member, startsAt, answeredAt, changedAt, ...(version && { version }) }
  return { ...kept, state: 'declined', guests: 0 }
}

/** How full an event is, for everyone. */
export const seatsView = (
  { capacity }: { capacity?: number | null },
  seats?: Omit<EventSeats, 'id' | 'lastTicket'>,
): Seats => {
  const { going = 0, held = 0, waiting = 0 } = seats ?? {}
  return { going, waiting, ...(capacity && { left: Math.max(0, capacity - going - held) }) }
}

/**
 * A limit that does not fall is always possible: organisers can have added people above it.
 * @param before the limit so far; absent: none
 * @param largest the waitlisted RSVP with the most guests
 * @throws Failure with the number of seats that are needed, for the field `capacity`
 */
export function assertCapacity(
  { capacity: before = Infinity }: Pick<SeatRules, 'capacity'>,
  { capacity = Infinity }: SeatRules,
  { going, held }: EventSeats,
  largest: Pick<RsvpDocument, 'guests'> = { guests: 0 },
) {
  if (capacity >= before) return
  const taken = going + held
  if (taken > capacity) throw tooFewSeats(taken, `${taken} seats are already taken`)
  const needed = 1 + largest.guests
  if (needed > capacity) throw tooFewSeats(needed, `someone on the waitlist needs ${needed} seats`)
}

const tooFewSeats = (least: number, reason: string) =>
  invalidFields({ capacity: `Enter at least ${least}: ${reason}.` })
