import * as m from '#shared/events/messages.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import { hasEnded } from '#server/modules/events/events/rules.ts'

import type { EventSeats, OrganiserCommand, RsvpDocument } from './collection.ts'
import { fits, type SeatRules, withoutSeat } from './seats.ts'

/**
 * Applies an organiser's command to an RSVP. Deadlines are for members: organisers add, remove and promote until the
 * event ends.
 * @returns the RSVP after the command; `before` itself if it changes nothing
 * @throws Failure when the event or the RSVP does not allow it
 */
export function applyCommand(
  rules: SeatRules,
  seats: EventSeats,
  before: RsvpDocument,
  command: OrganiserCommand,
  now: number,
): RsvpDocument {
  assertTakesPlace(rules, now)
  switch (command.kind) {
    case 'add':
      return add(rules, seats, before, command, now)
    case 'remove':
      if (before.state === 'declined' || before.state === 'requested') {
        throw conflict('not_on_roster', m.rsvpRosterRemoved())
      }
      return { ...withoutSeat(before), command, answeredAt: isoInstant(now) }
    case 'promote':
      return promote(rules, seats, before, command)
    case 'accept':
      return accept(rules, seats, before, command)
    case 'decline':
      assertRequested(before)
      return { ...withoutSeat(before), command }
  }
}

/** @throws Failure for a cancelled or past event */
function assertTakesPlace(rules: SeatRules, now: number) {
  if (rules.status === 'cancelled') throw conflict('event_cancelled', m.eventCancelled())
  if (hasEnded.of(rules, now)) throw conflict('event_over', m.eventOver())
}

function add(
  rules: SeatRules,
  seats: EventSeats,
  before: RsvpDocument,
  command: OrganiserCommand,
  now: number,
): RsvpDocument {
  const { place } = command
  if (before.state === 'going') return before
  if (before.state === 'offered') {
    const { offerUntil: _, ...rest } = before
    return { ...rest, state: 'going', command }
  }
  if (before.state === 'waitlisted') {
    if (place === 'waitlist') return before
    throw conflict('already_waitlisted', m.rsvpRosterWaiting())
  }
  if (before.state === 'requested') {
    throw conflict('asked_to_join', m.rsvpRosterAsked())
  }
  const hasRoom = seats.waiting === 0 && fits(rules, seats, 1)
  if (place === 'seat' && !hasRoom) {
    throw conflict('event_full', m.rsvpRosterFull())
  }
  const state = hasRoom || place === 'aboveLimit' ? 'going' : 'waitlisted'
  const answeredAt = isoInstant(now)
  return { ...withoutSeat(before), state, command, answeredAt, ticket: seats.lastTicket + 1 }
}

function promote(
  rules: SeatRules,
  seats: EventSeats,
  before: RsvpDocument,
  command: OrganiserCommand,
): RsvpDocument {
  if (before.state !== 'waitlisted') {
    throw conflict('not_waitlisted', m.rsvpRosterNotWaiting())
  }
  if (!command.aboveLimit && !fits(rules, seats, 1 + before.guests)) {
    throw conflict('event_full', m.rsvpRosterSeats())
  }
  return { ...before, state: 'going', command }
}

/** A seat, if one is free and no one waits; otherwise the end of the waitlist. */
function accept(
  rules: SeatRules,
  seats: EventSeats,
  before: RsvpDocument,
  command: OrganiserCommand,
): RsvpDocument {
  assertRequested(before)
  const party = 1 + before.guests
  // It would keep everyone behind it on the waitlist for ever.
  if (party > (rules.capacity ?? Infinity)) {
    throw conflict('no_seats', m.rsvpRosterParty({ count: party, capacity: rules.capacity ?? 0 }))
  }
  const state = seats.waiting === 0 && fits(rules, seats, party) ? 'going' : 'waitlisted'
  const { requestNote: _, ...rest } = before
  return { ...rest, state, command, ticket: seats.lastTicket + 1 }
}

function assertRequested({ state }: RsvpDocument) {
  if (state !== 'requested') throw conflict('not_requested', m.rsvpRosterAnswered())
}
