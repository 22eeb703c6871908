import { type Arbitrary, array, constant, constantFrom, integer, oneof, option, record } from 'fast-check'

import { type JoinMode, OFFER_GRACE, OFFER_LIFETIME, ROSTER_PLACES } from '#shared/events/rules.ts'
import type { RsvpEdit } from '#shared/events/rsvps.ts'
import { HOUR } from '#shared/lib/durations.ts'
import type { OrganiserCommand } from '#server/modules/attendance/rsvps/seats/collection.ts'

import type { SeatState } from './seat-invariants.ts'

const answer = record({
  who: constantFrom('ada', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal'),
  state: constantFrom<RsvpEdit['state'][]>('going', 'going', 'going', 'maybe', 'declined', 'declined'),
  guests: constantFrom(0, 0, 1, 2),
})
/** Commands of organisers about single people. */
const command = record({
  about: constantFrom('ada', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal'),
  command: oneof(
    constantFrom(...ROSTER_PLACES).map((place): OrganiserCommand => ({
      kind: 'add',
      by: 'organiser',
      place,
    })),
    constant<OrganiserCommand>({ kind: 'remove', by: 'organiser', reason: 'Only for founders' }),
    constantFrom(false, true, true).map((aboveLimit): OrganiserCommand => ({
      kind: 'promote',
      by: 'organiser',
      reason: 'Gives the talk',
      aboveLimit,
    })),
    constantFrom('accept', 'accept', 'accept', 'decline').map((kind): OrganiserCommand => ({
      kind,
      by: 'organiser',
    })),
  ),
})
const edit = record({
  seats: option(integer({ min: 1, max: 7 }), { nil: undefined, freq: 9 }),
  guestsMax: integer({ min: 0, max: 2 }),
  /** Hours that the event moves. */
  later: constantFrom(0, 0, 0, -1, -19, -25, 30),
  /** Hours from the RSVP deadline to the start. */
  closes: option(constantFrom(0, 12, 30), { nil: undefined }),
  /** Hours from the opening of RSVPs to the start. */
  opens: option(constantFrom(40, 60), { nil: undefined }),
  joinMode: constantFrom<JoinMode[]>('open', 'open', 'request'),
})
const passing = record({
  pass: constantFrom(1_000, HOUR, OFFER_LIFETIME + 2 * OFFER_GRACE, 5 * HOUR, 20 * HOUR),
})

/** Whether the member is suspended from now on. */
const membership = record({
  member: constantFrom('ada', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal'),
  suspended: constantFrom(true, false),
})

/** Whether an admin hides the event from now on. */
const visibility = record({ hidden: constantFrom(true, false) })

/** Steps of members, organisers, admins and time about one event. */
export const seatSteps = (maxLength: number) =>
  array(
    oneof(
      { weight: 24, arbitrary: answer },
      { weight: 10, arbitrary: command },
      { weight: 8, arbitrary: edit },
      { weight: 8, arbitrary: membership },
      { weight: 6, arbitrary: passing },
      { weight: 4, arbitrary: visibility },
      { weight: 4, arbitrary: constant('expire' as const) },
      { weight: 1, arbitrary: constantFrom('cancel' as const, 'complete' as const) },
    ),
    { minLength: 10, maxLength, size: 'max' },
  )

export type SeatStep = ReturnType<typeof seatSteps> extends Arbitrary<(infer S)[]> ? S : never
export type EditStep = Extract<SeatStep, { later: number }>
export type CommandStep = Extract<SeatStep, { about: string }>

/** Times and limits of the event after the edit. Without `capacity`, `rsvpOpensAt` or `rsvpDeadline`, there is none. */
export function editedRules(startsAt: string, { joinMode, ...step }: EditStep) {
  const { seats, guestsMax, later, closes, opens } = step
  const at = (hours: number) => new Date(Date.parse(startsAt) + hours * HOUR).toISOString()
  return {
    startsAt: at(later),
    endsAt: at(later + 2),
    guestsMax,
    capacity: seats,
    joinMode: joinMode === 'open' ? undefined : joinMode,
    rsvpOpensAt: opens === undefined ? undefined : at(later - opens),
    rsvpDeadline: closes === undefined ? undefined : at(later - closes),
  }
}

/**
 * A suspended member has no access, and organisers cannot reach them; neither can they reach any member of a hidden
 * event.
 */
export const isPossible = (step: SeatStep, { suspended, event }: Pick<SeatState, 'suspended' | 'event'>) =>
  typeof step === 'string' ||
  !(
    ('who' in step && suspended.has(step.who)) ||
    ('about' in step && (suspended.has(step.about) || event.hidden?.event))
  )
