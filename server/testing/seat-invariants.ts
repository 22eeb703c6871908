import { isDeepStrictEqual } from 'node:util'

import type { RsvpEdit } from '#shared/events.ts'
import type { EventSeats, OrganiserCommand, RsvpDocument } from '#server/features/rsvps/collection.ts'
import { isExpired, type SeatRules, seatsOf } from '#server/features/rsvps/seats.ts'

/** Everything that decides the seats of one event at one moment. */
export interface SeatState {
  now: number
  event: SeatRules
  seats: EventSeats
  /** By member. */
  all: ReadonlyMap<string, RsvpDocument>
  suspended: ReadonlySet<string>
}

/** What two successive states violate, by name; `actor` answered in between, or an organiser decided about them. */
export const violations = (
  before: SeatState,
  after: SeatState,
  actor?: string,
  command?: OrganiserCommand,
) => [
  ...brokenInvariants(after),
  ...unfairChanges(before, after, actor),
  ...namesOfTrue({ 'more seats are taken than there are': isOverbooked(before, after, command) }),
]

const takenSeats = ({ all }: SeatState) => [...all.values()].reduce((total, rsvp) => total + seatsOf(rsvp), 0)

/** Only an organiser who says so takes the event above its limit, and the limit never falls below what is taken. */
function isOverbooked(before: SeatState, after: SeatState, command: OrganiserCommand | undefined) {
  const taken = takenSeats(after)
  const { capacity = Infinity } = after.event
  if (taken <= capacity) return false
  const isChosen = command?.aboveLimit || command?.place === 'aboveLimit'
  return capacity < (before.event.capacity ?? Infinity) || (taken > takenSeats(before) && !isChosen)
}

const inState = ({ all }: SeatState, state: RsvpDocument['state']) =>
  [...all.values()].filter((rsvp) => rsvp.state === state).toSorted((a, b) => a.ticket! - b.ticket!)

/** Those on the waitlist who can take a seat: the others are passed over. */
const activeWaitlist = (state: SeatState) =>
  inState(state, 'waitlisted').filter(({ member }) => !state.suspended.has(member))

function brokenInvariants(state: SeatState) {
  const { now, event, seats, all } = state
  const [going, offered, waitlist] = (['going', 'offered', 'waitlisted'] as const).map((rsvpState) =>
    inState(state, rsvpState),
  ) as [RsvpDocument[], RsvpDocument[], RsvpDocument[]]
  const sum = (some: RsvpDocument[]) => some.reduce((total, rsvp) => total + seatsOf(rsvp), 0)
  const tickets = [...going, ...offered, ...waitlist].map(({ ticket = 0 }) => ticket)
  const { capacity = Infinity } = event
  const isLimited = event.capacity !== undefined
  const free = capacity - sum(going) - sum(offered)
  const [head] = activeWaitlist(state)
  const isOpen = event.status === 'published' && !event.hidden?.event && now < Date.parse(event.startsAt)
  return namesOfTrue({
    'seats are miscounted': seats.going !== sum(going) || (isLimited && seats.held !== sum(offered)),
    'the waitlist is miscounted': seats.waiting !== waitlist.length,
    'a ticket is given twice': new Set(tickets).size !== tickets.length,
    'a ticket is out of range': tickets.some((ticket) => ticket < 1 || ticket > seats.lastTicket),
    'an offer outlives the start':
      event.status === 'published' &&
      !event.hidden?.event &&
      offered.some(({ offerUntil = '~' }) => offerUntil > event.startsAt),
    'an RSVP has another start than the event': [...all.values()].some(
      ({ startsAt }) => startsAt !== event.startsAt,
    ),
    'a waitlisted party is larger than the capacity': waitlist.some(({ guests }) => 1 + guests > capacity),
    'the head of the waitlist waits for a free seat': head !== undefined && isOpen && 1 + head.guests <= free,
  })
}

/** What must not happen to members other than `actor`. */
function unfairChanges(before: SeatState, after: SeatState, actor: string | undefined) {
  const others = [...before.all.values()].filter(({ member }) => member !== actor)
  const waitlist = activeWaitlist(before).filter(
    ({ member }) => member !== actor && !after.suspended.has(member),
  )
  const stillWaits = waitlist.map(({ member }) => after.all.get(member)?.state === 'waitlisted')
  const firstWaiting = stillWaits.indexOf(true)
  return [
    ...others.flatMap((was) => unfairChange(was, after.all.get(was.member), after.now)),
    ...namesOfTrue({
      'someone suspended got a seat': gotSeatsWhileSuspended(before, after),
      'someone was overtaken': firstWaiting >= 0 && stillWaits.includes(false, firstWaiting),
    }),
  ]
}

/** Without a limit they take nobody's seat. */
const gotSeatsWhileSuspended = (before: SeatState, after: SeatState) =>
  after.event.capacity !== undefined &&
  inState(before, 'waitlisted').some(
    ({ member }) => after.suspended.has(member) && after.all.get(member)?.state !== 'waitlisted',
  )

function unfairChange(was: RsvpDocument, is: RsvpDocument | undefined, now: number) {
  const lapsed = was.state === 'offered' && is?.state === 'declined' && is.lapsed && isExpired(was, now)
  const movedUp = was.state === 'waitlisted' && (is?.state === 'going' || is?.state === 'offered')
  const isSame = is?.guests === was.guests && is.ticket === was.ticket && is.answeredAt === was.answeredAt
  return namesOfTrue({
    'an RSVP was lost': is === undefined,
    'a place changed without an answer': !lapsed && !isSame,
    'a state changed without an answer': !lapsed && !movedUp && is?.state !== was.state,
  })
}

/** What an accepted answer must not have led to. */
export function wrongOutcomes(before: SeatState, after: SeatState, answer: RsvpEdit & { who: string }) {
  const [own, ownAfter] = [before.all.get(answer.who), after.all.get(answer.who)]
  // Only declining is accepted then, and nothing is left to give up.
  if (before.event.status === 'cancelled') {
    const hasLapsed = own !== undefined && isExpired(own, after.now)
    return namesOfTrue({
      'an answer to a cancelled event was stored': !hasLapsed && !isDeepStrictEqual(own, ownAfter),
    })
  }
  const was = own?.state ?? 'declined'
  const { state = 'declined', guests = 0 } = ownAfter ?? {}
  const closesAt = before.event.rsvpDeadline ?? before.event.startsAt
  const isNew = was === 'declined' || was === 'maybe'
  const isGoing = answer.state === 'going'
  return namesOfTrue({
    'going became something else': isGoing && state !== 'going' && state !== 'waitlisted',
    'guests were miscounted': guests !== (isGoing ? answer.guests : 0),
    'another answer was stored': !isGoing && state !== answer.state,
    'someone joined after the deadline': isGoing && isNew && before.now >= Date.parse(closesAt),
    'a newcomer passed the waitlist': passedWaitlist(before, after, answer.who),
    // Without a limit nobody waits for the seat, and a job declines the offer.
    'an expired offer remains':
      before.event.capacity !== undefined &&
      inState(after, 'offered').some((rsvp) => isExpired(rsvp, after.now)),
  })
}

/** What an accepted command of an organiser must not have led to. */
export function wrongCommandOutcomes(
  before: SeatState,
  after: SeatState,
  { about, command }: { about: string; command: OrganiserCommand },
) {
  const [was, is] = [before.all.get(about), after.all.get(about)]
  const { status, endsAt } = before.event
  const isPlaced = is?.state === 'going' || is?.state === 'waitlisted'
  const mayPass = command.kind === 'promote' || command.place === 'aboveLimit' || was?.state === 'offered'
  return namesOfTrue({
    'a cancelled or past event changed': status !== 'published' || before.now >= Date.parse(endsAt),
    'someone who was added has no place': command.kind === 'add' && !isPlaced,
    'someone who was removed has a place': command.kind === 'remove' && is?.state !== 'declined',
    'a removal lost its reason': command.kind === 'remove' && is?.command?.reason !== command.reason,
    'someone who was promoted has no seat': command.kind === 'promote' && is?.state !== 'going',
    'a promotion changed the party': command.kind === 'promote' && is?.guests !== was?.guests,
    'someone who was added passed the waitlist': !mayPass && passedWaitlist(before, after, about),
  })
}

/** Whether the member got seats that others who came before still wait for. */
function passedWaitlist(before: SeatState, after: SeatState, member: string) {
  const [was, is] = [before.all.get(member), after.all.get(member)]
  if (!is || seatsOf(is) <= (was ? seatsOf(was) : 0)) return false
  const ticketBefore = was?.state === 'waitlisted' ? was.ticket! : Infinity
  const stillWaiting = activeWaitlist(after).filter(
    (rsvp) => before.all.get(rsvp.member)?.state === 'waitlisted',
  )
  return stillWaiting.some(({ ticket }) => ticket! < ticketBefore)
}

const namesOfTrue = (conditions: Record<string, boolean>) =>
  Object.entries(conditions).flatMap(([name, isTrue]) => (isTrue ? [name] : []))
