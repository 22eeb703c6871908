import { createHash } from 'node:crypto'

import type { CheckInList, CheckInResults, CheckIns } from '#shared/event-organising.ts'
import { CHECK_IN_CLOSES, CHECK_IN_OPENS, type RsvpState } from '#shared/event-rules.ts'
import type { Actor } from '#server/lib/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import type { RosterAnswer } from '#server/lib/roster-answer.ts'

import type { createCheckInCodes } from './check-in-codes.ts'
import type { ManagedEvent, OrganisedEvent } from './managed-event.ts'
import type { CardsOf } from './roster-entries.ts'

interface Arrived {
  result: 'checkedIn' | 'alreadyCheckedIn' | 'noSeat'
  /** Undefined for those who never answered. */
  guests?: number
  checkedInAt?: string
}

export interface CheckInDeps {
  clock: Clock
  managed: ManagedEvent
  codes: ReturnType<typeof createCheckInCodes>
  cardsOf: CardsOf
  answers: (eventId: string) => Promise<RosterAnswer[]>
  /** As the viewer may see it; fails as absent where they may not. */
  details: (
    viewer: Actor,
    eventId: string,
  ) => Promise<{ status: string; mine?: { state: RsvpState } | undefined }>
  /** Notes who came; of several times the earliest counts. In the order of `arrivals`, at most 500. */
  arrive: (
    eventId: string,
    arrivals: readonly { memberId: string; at: string }[],
    by: string,
  ) => Promise<Arrived[]>
  undoArrival: (eventId: string, memberId: string) => Promise<void>
}

type Result = CheckInResults['items'][number]

export function createCheckIn({ clock, managed, codes, cardsOf, answers, ...deps }: CheckInDeps) {
  return {
    /** What the viewer shows at the door. */
    async code(viewer: Actor, eventId: string): Promise<string> {
      const { status, mine } = await deps.details(viewer, eventId)
      if (status === 'cancelled') throw cancelled()
      if (mine?.state !== 'going') throw conflict('no_seat', 'You have no seat at this event.')
      return codes.codeOf(eventId, viewer.id)
    },

    async list(actor: Actor, eventId: string): Promise<CheckInList['items']> {
      await managed(actor, eventId)
      const seated = (await answers(eventId)).filter(({ state }) => state === 'going')
      const cards = await cardsOf(seated.map(({ member }) => member))
      return seated.map(({ member, guests, checkedInAt }) => ({
        member: cards(member),
        guests,
        codeHash: createHash('sha256').update(codes.codeOf(eventId, member)).digest('hex'),
        ...(checkedInAt && { checkedInAt }),
      }))
    },

    /** In the order of what was sent. */
    async checkIn(actor: Actor, eventId: string, sent: CheckIns['items']): Promise<Result[]> {
      const event = await managed(actor, eventId)
      const now = clock()
      requireOpen(event, now)
      const read = sent.map(({ code, memberId, at }) => ({
        memberId: code === undefined ? memberId : codes.memberOf(eventId, code),
        at: believed(at, event, now),
      }))
      const arrivals = read.filter(
        (each): each is { memberId: string; at: string } => each.memberId !== undefined,
      )
      const arrived = await deps.arrive(eventId, arrivals, actor.id)
      const cards = await cardsOf(arrivals.map(({ memberId }) => memberId))
      const results = new Map(arrivals.map((arrival, at) => [arrival, arrived[at]!]))
      return read.map((each): Result => {
        const outcome = results.get(each as (typeof arrivals)[number])
        if (!outcome || each.memberId === undefined) return { result: 'unknownCode' }
        // Who never answered is nobody that an organiser gets to know by guessing ids.
        return { ...outcome, ...(outcome.guests !== undefined && { member: cards(each.memberId) }) }
      })
    },

    async undo(actor: Actor, eventId: string, memberId: string): Promise<void> {
      await managed(actor, eventId)
      await deps.undoArrival(eventId, memberId)
    },
  }
}

function requireOpen({ status, startsAt, endsAt }: OrganisedEvent, now: number) {
  if (status === 'draft') throw conflict('not_published', 'This event has not been published.')
  if (status === 'cancelled') throw cancelled()
  if (now < Date.parse(startsAt) - CHECK_IN_OPENS) {
    throw conflict('check_in_not_open', 'Check-in opens 12 hours before the start.')
  }
  if (now > Date.parse(endsAt) + CHECK_IN_CLOSES) {
    throw conflict('check_in_over', 'Check-in closed a week after the end.')
  }
}

const cancelled = () => conflict('event_cancelled', 'This event was cancelled.')

/** A time that cannot be, because a scanner's clock is wrong, is now: that someone came is worth more than when. */
function believed(at: string, { startsAt }: OrganisedEvent, now: number) {
  const time = Date.parse(at)
  const possible = time >= Date.parse(startsAt) - CHECK_IN_OPENS && time <= now
  return isoInstant(possible ? time : now)
}
