import { isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'

import type { EventSeats, OrganiserCommand, RsvpDocument } from './collection.ts'
import { fits, type SeatRules, withoutSeat } from './seats.ts'

/**
 * What an organiser decides about someone's RSVP. Deadlines are for members: organisers add, remove and promote until the
 * event ends.
 * @returns the RSVP after the command; `before` itself where it changes nothing
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
      if (before.state === 'declined') {
        throw conflict('not_on_roster', 'This member is no longer on the roster.')
      }
      return { ...withoutSeat(before), command, answeredAt: isoInstant(now) }
    case 'promote':
      return promote(rules, seats, before, command)
  }
}

/** @throws Failure for events that are cancelled or over */
function assertTakesPlace({ status, endsAt }: SeatRules, now: number) {
  if (status === 'cancelled') throw conflict('event_cancelled', 'This event was cancelled.')
  if (status === 'completed' || now >= Date.parse(endsAt)) {
    throw conflict('event_over', 'This event has ended.')
  }
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
    throw conflict('already_waitlisted', 'This member is on the waitlist. Promote them instead.')
  }
  const hasRoom = seats.waiting === 0 && fits(rules, seats, 1)
  if (place === 'seat' && !hasRoom) {
    throw conflict('event_full', 'This event is full, or members are on its waitlist.')
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
    throw conflict('not_waitlisted', 'This member is no longer on the waitlist.')
  }
  if (!command.aboveLimit && !fits(rules, seats, 1 + before.guests)) {
    throw conflict('event_full', 'There aren’t enough free seats for this member and their guests.')
  }
  return { ...before, state: 'going', command }
}
