import { isDeepStrictEqual } from 'node:util'

import { HAVE_A_PLACE, MAY_COME } from '#shared/events/rules.ts'
import type { RsvpEdit } from '#shared/events/rsvps.ts'
import type {
  EventSeats,
  OrganiserCommand,
  RsvpDocument,
} from '#server/modules/attendance/rsvps/seats/collection.ts'
import { isExpired, type SeatRules, seatsOf } from '#server/modules/attendance/rsvps/seats/seats.ts'

/** Everything that decides the seats of one event at one moment. */
export interface SeatState {
  now: number
  event: SeatRules
  seats: EventSeats
  /** RSVPs by member. */
  all: ReadonlyMap<string, RsvpDocument>
  suspended: ReadonlySet<string>
}

/**
 * The rules that two successive states violate, by name; `actor` answered in between, or an organiser decided about
 * them.
 */
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

/** Only an organiser can overbook the event on purpose, and the limit never falls below the seats taken. */
function isOverbooked(before: SeatState, after: SeatState, command: OrganiserCommand | undefined) {
  const taken = takenSeats(after)
  const { capacity = Infinity } = after.event
  if (taken <= capacity) return false
  const isChosen = command?.aboveLimit || command?.place === 'aboveLimit'
  return capacity < (before.event.capacity ?? Infinity) || (taken > takenSeats(before) && !isChosen)
}

const inState = ({ all }: SeatState, state: RsvpDocument['state']) =>
  [...all.values()].filter((rsvp) => rsvp.state === state).toSorted((a, b) => a.ticket! - b.ticket!)

/** Members on the waitlist who can take a seat: the others are passed over. */
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
    'a request has a ticket': inState(state, 'requested').some(({ ticket }) => ticket !== undefined),
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

/** Changes that must not happen to members other than `actor`. */
function unfairChanges(before: SeatState, after: SeatState, actor: string | undefined) {
  const others = [...before.all.values()].filter(({ member }) => member !== actor)
  const waitlist = activeWaitlist(before).filter(
    ({ member }) => member !== actor && !after.suspended.has(member),
  )
  const stillWaits = waitlist.map(({ member }) => after.all.get(member)?.state === 'waitlisted')
  const firstWaiting = stillWaits.indexOf(true)
  return [
    ...others.flatMap((was) => unfairChange(was, after.all.get(was.member), { before, after })),
    ...namesOfTrue({
      'someone suspended got a seat': gotSeatsWhileSuspended(before, after),
      'someone was overtaken': firstWaiting >= 0 && stillWaits.includes(false, firstWaiting),
    }),
  ]
}

/** Without a limit they take no one's seat. */
const gotSeatsWhileSuspended = (before: SeatState, after: SeatState) =>
  after.event.capacity !== undefined &&
  inState(before, 'waitlisted').some(
    ({ member }) => after.suspended.has(member) && after.all.get(member)?.state !== 'waitlisted',
  )

function unfairChange(
  was: RsvpDocument,
  is: RsvpDocument | undefined,
  { before, after }: Record<'before' | 'after', SeatState>,
) {
  const lapsed = was.state === 'offered' && is?.state === 'declined' && is.lapsed && isExpired(was, after.now)
  const accepted =
    was.state === 'requested' &&
    hasOpened(before, after) &&
    (is?.state === 'going' || is?.state === 'waitlisted')
  const movedUp = was.state === 'waitlisted' && (is?.state === 'going' || is?.state === 'offered')
  const isSame =
    is?.guests === was.guests && is.answeredAt === was.answeredAt && (accepted || is.ticket === was.ticket)
  return namesOfTrue({
    'an RSVP was lost': is === undefined,
    'a place changed without an answer': !lapsed && !isSame,
    'a state changed without an answer': !lapsed && !movedUp && !accepted && is?.state !== was.state,
  })
}

const hasOpened = (before: SeatState, after: SeatState) =>
  (before.event.joinMode ?? 'open') !== 'open' && (after.event.joinMode ?? 'open') === 'open'

/** Outcomes of requests that are wrong once an event no longer requires approval. */
export function wrongAcceptances(before: SeatState, after: SeatState) {
  if (!hasOpened(before, after) || after.event.status === 'cancelled') return []
  const requests = inState(before, 'requested')
    .filter(({ member }) => !after.suspended.has(member))
    .toSorted((a, b) => (a.answeredAt + a.member < b.answeredAt + b.member ? -1 : 1))
    .map(({ member }) => after.all.get(member)!)
  const { capacity = Infinity } = after.event
  const tickets = requests.flatMap(({ ticket }) => ticket ?? [])
  const firstWaiting = requests.find(({ state }) => state === 'waitlisted')
  return namesOfTrue({
    'a request that fits was left': requests.some(
      ({ state, guests }) => state === 'requested' && 1 + guests <= capacity,
    ),
    'a later request got an earlier ticket': tickets.some((ticket, at) => ticket < (tickets[at - 1] ?? 0)),
    'a later request got a seat first': requests.some(
      ({ state, ticket = 0 }) => state === 'going' && ticket > (firstWaiting?.ticket ?? Infinity),
    ),
  })
}

/** Outcomes that an accepted answer must not have. */
export function wrongOutcomes(before: SeatState, after: SeatState, answer: RsvpEdit & { who: string }) {
  const [own, ownAfter] = [before.all.get(answer.who), after.all.get(answer.who)]
  // Only declining is accepted then, and there is no seat left to give up.
  if (before.event.status === 'cancelled') {
    const hasLapsed = own !== undefined && isExpired(own, after.now)
    return namesOfTrue({
      'an answer to a cancelled event was stored': !hasLapsed && !isDeepStrictEqual(own, ownAfter),
    })
  }
  const was = own?.state ?? 'declined'
  const { state = 'declined', guests = 0 } = ownAfter ?? {}
  const { rsvpOpensAt: opensAt = '', startsAt, rsvpDeadline: closesAt = startsAt, joinMode } = before.event
  const isNew = !HAVE_A_PLACE.has(was)
  const isGoing = answer.state === 'going'
  // A request with the same guests is no change, and needs no open RSVPs.
  const isRepeated = was === 'requested' && state === 'requested' && guests === own?.guests
  return namesOfTrue({
    'going became something else': isGoing && !MAY_COME.has(state),
    'a request got a place': isGoing && joinMode === 'request' && isNew && state !== 'requested',
    'someone with an open RSVP has to ask': state === 'requested' && joinMode !== 'request',
    'guests were miscounted': guests !== (isGoing ? answer.guests : 0),
    'another answer was stored': !isGoing && state !== answer.state,
    'someone joined after the deadline':
      isGoing && isNew && !isRepeated && before.now >= Date.parse(closesAt),
    'someone joined before RSVPs opened': isGoing && isNew && !isRepeated && before.now < Date.parse(opensAt),
    'a newcomer passed the waitlist': passedWaitlist(before, after, answer.who),
    // Without a limit no one waits for the seat, and a job declines the offer.
    'an expired offer remains':
      before.event.capacity !== undefined &&
      inState(after, 'offered').some((rsvp) => isExpired(rsvp, after.now)),
  })
}

/** Outcomes that an accepted command of an organiser must not have. */
export function wrongCommandOutcomes(
  before: SeatState,
  after: SeatState,
  { about, command }: { about: string; command: OrganiserCommand },
) {
  const [was, is] = [before.all.get(about), after.all.get(about)]
  const { status, endsAt } = before.event
  const isPlaced = is?.state === 'going' || is?.state === 'waitlisted'
  const isAnswer = command.kind === 'accept' || command.kind === 'decline'
  const mayPass = command.kind === 'promote' || command.place === 'aboveLimit' || was?.state === 'offered'
  return namesOfTrue({
    'a cancelled or past event changed': status !== 'published' || before.now >= Date.parse(endsAt),
    'someone who was added has no place': command.kind === 'add' && !isPlaced,
    'someone who was removed has a place': command.kind === 'remove' && is?.state !== 'declined',
    'a removal lost its reason': command.kind === 'remove' && is?.command?.reason !== command.reason,
    'an answer without a request changed something': isAnswer && was?.state !== 'requested',
    'someone who was accepted has no place': command.kind === 'accept' && !isPlaced,
    'an acceptance changed the party': command.kind === 'accept' && is?.guests !== was?.guests,
    'someone who was declined has a place': command.kind === 'decline' && is?.state !== 'declined',
    'someone who was promoted has no seat': command.kind === 'promote' && is?.state !== 'going',
    'a promotion changed the party': command.kind === 'promote' && is?.guests !== was?.guests,
    'someone who was added passed the waitlist': !mayPass && passedWaitlist(before, after, about),
  })
}

/** Whether the member got seats for which earlier members still wait. */
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
