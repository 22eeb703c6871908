import type { EventSeats, RsvpDocument } from '#server/features/rsvps/collection.ts'
import { hasRunOut, type SeatRules, seatsHeld } from '#server/features/rsvps/seats.ts'

/** All that bears on the seats of one event at one moment. */
export interface SeatState {
  now: number
  event: SeatRules
  seats: EventSeats
  /** By member. */
  all: ReadonlyMap<string, RsvpDocument>
}

export const inState = ({ all }: SeatState, state: RsvpDocument['state']) =>
  [...all.values()].filter((rsvp) => rsvp.state === state).toSorted((a, b) => a.ticket! - b.ticket!)

/** Every promise that the answers together break, by name. */
export function broken(state: SeatState) {
  const { now, event, seats, all } = state
  const [going, offered, queue] = (['going', 'offered', 'waitlisted'] as const).map((rsvpState) =>
    inState(state, rsvpState),
  ) as [RsvpDocument[], RsvpDocument[], RsvpDocument[]]
  const sum = (some: RsvpDocument[]) => some.reduce((total, rsvp) => total + seatsHeld(rsvp), 0)
  const tickets = [...going, ...offered, ...queue].map(({ ticket = 0 }) => ticket)
  const { capacity = Infinity } = event
  const free = capacity - sum(going) - sum(offered)
  const isOpen = event.status === 'published' && now < Date.parse(event.startsAt)
  return namesOf({
    'more seats taken than there are': free < 0,
    'seats miscounted': seats.going !== sum(going) || seats.held !== sum(offered),
    'waitlist miscounted': seats.waiting !== queue.length,
    'one ticket given twice': new Set(tickets).size !== tickets.length,
    'a ticket that was never given': tickets.some((ticket) => ticket < 1 || ticket > seats.lastTicket),
    'an offer outlives the start':
      event.status !== 'cancelled' && offered.some(({ offerUntil = '~' }) => offerUntil > event.startsAt),
    'an answer lags behind the event': [...all.values()].some(({ startsAt }) => startsAt !== event.startsAt),
    'someone waits for more seats than there are': queue.some(({ guests }) => 1 + guests > capacity),
    'the head waits for a free seat': queue[0] !== undefined && isOpen && 1 + queue[0].guests <= free,
  })
}

/** What must not happen to people who did nothing, whatever others do. */
export function wronged(before: SeatState, after: SeatState, actor: string | undefined) {
  const idle = [...before.all.values()].filter(({ member }) => member !== actor)
  const queue = inState(before, 'waitlisted').filter(({ member }) => member !== actor)
  const waits = queue.map(({ member }) => after.all.get(member)?.state === 'waitlisted')
  const firstWaiting = waits.indexOf(true)
  return [
    ...idle.flatMap((was) => fateOf(was, after.all.get(was.member), after.now)),
    ...namesOf({ 'someone was overtaken': firstWaiting >= 0 && waits.includes(false, firstWaiting) }),
  ]
}

function fateOf(was: RsvpDocument, is: RsvpDocument | undefined, now: number) {
  const lapsed = was.state === 'offered' && is?.state === 'declined' && is.lapsed && hasRunOut(was, now)
  const movedUp = was.state === 'waitlisted' && (is?.state === 'going' || is?.state === 'offered')
  const keeps = is?.guests === was.guests && is.ticket === was.ticket && is.answeredAt === was.answeredAt
  return namesOf({
    'someone was lost': is === undefined,
    'a place changed unasked': !lapsed && !keeps,
    'a state changed unasked': !lapsed && !movedUp && is?.state !== was.state,
  })
}

/** Whether `who` took seats that others wait for, who came before. */
export function wentPast(before: SeatState, after: SeatState, who: string) {
  const [was, is] = [before.all.get(who), after.all.get(who)]
  if (!is || seatsHeld(is) <= (was ? seatsHeld(was) : 0)) return false
  const placeBefore = was?.state === 'waitlisted' ? was.ticket! : Infinity
  const stillWait = inState(after, 'waitlisted').filter(({ member }) => inLine(before, member))
  return stillWait.some(({ ticket }) => ticket! < placeBefore)
}

const inLine = ({ all }: SeatState, member: string) => all.get(member)?.state === 'waitlisted'

export const namesOf = (promises: Record<string, boolean>) =>
  Object.entries(promises).flatMap(([name, isBroken]) => (isBroken ? [name] : []))
