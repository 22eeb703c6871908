import * as m from '#shared/events/messages.ts'
import {
  type EventStatus,
  type JoinMode,
  OFFER_GRACE,
  OFFER_LIFETIME,
  offerExpiry,
  type RsvpState,
} from '#shared/events/rules.ts'
import type { Seats } from '#shared/events/rsvps.ts'
import { isGuestId } from '#shared/people/guest-id.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { invalidFields } from '#server/lib/failure.ts'
import type { AccountStateLookup } from '#server/modules/people/relationships/types.ts'
import type { EventSeats, RsvpDocument } from './collection.ts'

/** The fields of an event that decide who gets a seat. */
export interface SeatRules {
  id: string
  title: string
  status: EventStatus
  /** ISO instants. */
  startsAt: string
  endsAt: string
  rsvpOpensAt?: string
  rsvpDeadline?: string
  joinMode?: JoinMode
  /** Undefined without a limit. */
  capacity?: number
  guestsMax: number
  /** Content that an admin has hidden. RSVPs to a hidden event stay consistent, and can only be given up. */
  hidden?: { event?: object }
}

interface Offer {
  state: RsvpState
  offerUntil?: string | null
}

/** The deadline and some seconds more, in milliseconds; undefined for an RSVP that does not expire. */
export const expiryOf = ({ state, offerUntil }: Offer) =>
  state === 'offered' && offerUntil ? offerExpiry(offerUntil) : undefined

export const isExpired = (offer: Offer, now: number) => now > (expiryOf(offer) ?? Infinity)

/** Values of `offerUntil` of expired offers. */
export const expiredAt = (now: number) => ({ lt: isoInstant(now - OFFER_GRACE) })

/** The deadline (`offerUntil`) of an offer that is made now: never after the start. */
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
  startsAt: event.startsAt,
})

/** The RSVP with the current start of its event; an offer never outlives the start. */
export const rescheduled = ({ startsAt }: SeatRules, rsvp: RsvpDocument): RsvpDocument => ({
  ...rsvp,
  startsAt,
  ...(rsvp.offerUntil && { offerUntil: rsvp.offerUntil < startsAt ? rsvp.offerUntil : startsAt }),
})

/** Seats that the RSVP occupies, guests included. */
export const seatsOf = ({ state, guests }: RsvpDocument) =>
  state === 'going' || state === 'offered' ? 1 + guests : 0

/** The organiser's reason for removing the member; undefined for everyone else. */
export const removalReasonOf = ({ state, command }: Pick<RsvpDocument, 'state' | 'command'>) =>
  state === 'declined' && command?.kind === 'remove' ? command.reason : undefined

/** The organiser's note about the declined request, which may be empty; undefined for everyone else. */
export const declineNoteOf = ({ state, command }: RsvpDocument) =>
  state === 'declined' && command?.kind === 'decline' ? (command.reason ?? '') : undefined

/** Whether an organiser or the passing of time ended the RSVP, and not its member. */
export const hasLostPlace = (rsvp: RsvpDocument) =>
  removalReasonOf(rsvp) !== undefined ||
  declineNoteOf(rsvp) !== undefined ||
  rsvp.lapsed === true ||
  rsvp.requestExpired === true

export const fits = ({ capacity = Infinity }: SeatRules, { going, held }: EventSeats, more: number) =>
  going + held + more <= capacity

/** Whether a seat can go to the person: an active member, or a guest without an account. */
export const canTakeSeat =
  (accountStateOf: AccountStateLookup) =>
  ({ member }: Pick<RsvpDocument, 'member'>) =>
    isGuestId(member) || accountStateOf(member) === 'active'

/** Drops every field that belongs to a seat, an offer or a place on the waitlist. */
export function withoutSeat(before: RsvpDocument): RsvpDocument {
  const { id, event, member, startsAt, answeredAt, choiceId, version } = before
  return { id, event, member, startsAt, answeredAt, choiceId, version, state: 'declined', guests: 0 }
}

/** Seat numbers of an event, for everyone. */
export const seatsView = (
  { capacity }: { capacity?: number | null },
  seats?: Omit<EventSeats, 'id' | 'lastTicket'>,
): Seats => {
  const { going = 0, held = 0, waiting = 0 } = seats ?? {}
  return { going, waiting, left: capacity ? Math.max(0, capacity - going - held) : undefined }
}

/**
 * A limit that does not decrease is always possible: organisers can have added people above it.
 * @param before the current limit; undefined without one
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
  if (taken > capacity) throw tooFewSeats(m.rsvpCapacityTaken({ least: taken }))
  const needed = 1 + largest.guests
  if (needed > capacity) throw tooFewSeats(m.rsvpCapacityNeeded({ least: needed }))
}

const tooFewSeats = (capacity: string) => invalidFields({ capacity })
