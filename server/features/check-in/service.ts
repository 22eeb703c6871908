import type { CheckInListAnswer, CheckInResults, CheckIns, CheckInUndone } from '#shared/check-in.ts'
import { CHECK_IN_CLOSES, CHECK_IN_OPENS, type EventStatus, type RsvpState } from '#shared/event-rules.ts'
import type { AuditEvent, ManagedEvent } from '#server/features/events/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import {
  type Arrival,
  type ArrivalResult,
  type CheckIn,
  type CheckInRecord,
  recordArrivals,
  undoArrival,
} from './arrivals.ts'
import { createCheckInCodes } from './codes.ts'
import { createLists } from './lists.ts'
import { cardsForCheckIn } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  /** Signs check-in codes. */
  secret: string
  /** @throws Failure when the actor does not manage the event */
  managedEvent: (actor: Actor, eventId: string) => Promise<EventTimes>
  /** Records what admins do about events that others organise. */
  auditAdmin: AuditEvent
  /** As the viewer may see the event; fails as absent where they may not. */
  eventDetails: (
    viewer: Actor,
    eventId: string,
  ) => Promise<{ status: EventStatus; mine?: { state: RsvpState } | undefined }>
  /**
   * Reads the RSVPs of these members, at most 500, and stores each that `update` returns, in one transaction.
   * `update` may run more than once.
   */
  updateCheckIns: <R>(
    eventId: string,
    memberIds: readonly string[],
    update: (rsvps: ReadonlyMap<string, CheckInRecord>) => {
      /** By member: the new check-in, or null for none. */
      changed: ReadonlyMap<string, CheckIn | null>
      result: R
    },
  ) => Promise<R>
}

interface EventTimes extends ManagedEvent {
  /** ISO instants. */
  startsAt: string
  endsAt: string
}

type Result = CheckInResults['items'][number]

export type CheckInService = ReturnType<typeof createCheckInService>

export function createCheckInService(deps: Deps) {
  const { store, clock, secret, managedEvent, auditAdmin, eventDetails, updateCheckIns } = deps
  const codes = createCheckInCodes(secret)
  const listOf = createLists({ store, codes })

  return {
    /** What the viewer shows at check-in. */
    async code(viewer: Actor, eventId: string): Promise<string> {
      const { status, mine } = await eventDetails(viewer, eventId)
      if (status === 'cancelled') throw cancelled()
      if (mine?.state !== 'going') throw conflict('no_seat', 'You don’t have a seat at this event.')
      return codes.codeOf(eventId, viewer.id)
    },

    /** The same object while nothing of it changes. @param known revision of the list that the caller has */
    async list(actor: Actor, eventId: string, known?: string): Promise<CheckInListAnswer> {
      await managedEvent(actor, eventId)
      const list = await listOf(eventId)
      return list.revision === known ? { revision: known } : list
    },

    /**
     * Records who came, if they have a seat. The earliest time counts, in whatever order devices report: so the same
     * report can be sent twice. In the order of `sent`.
     */
    async checkIn(actor: Actor, eventId: string, sent: CheckIns['items']): Promise<Result[]> {
      const event = await managedEvent(actor, eventId)
      const now = clock()
      assertCheckInOpen(event, now)
      const arrivals = sent.map(({ code, memberId, at }): Arrival | undefined => {
        const id = code === undefined ? memberId : codes.memberOf(eventId, code)
        return id === undefined ? undefined : { memberId: id, at: plausibleTime(at, event, now) }
      })
      const identified = arrivals.filter((arrival) => arrival !== undefined)
      const memberIds = [...new Set(identified.map(({ memberId }) => memberId))]
      const results = await updateCheckIns(eventId, memberIds, (rsvps) =>
        recordArrivals(rsvps, identified, actor.id),
      )
      if (memberIds.length > 0) {
        await auditAdmin(undefined, actor, event, {
          action: 'event.checked_in',
          after: { members: memberIds },
        })
      }
      const cards = cardsForCheckIn(await store.views(), memberIds)
      return arrivals.map((arrival): Result => {
        if (!arrival) return { result: 'unknownCode' }
        const outcome: ArrivalResult = results.get(arrival)!
        // The card of someone who never RSVP’d is left out: otherwise ids could be guessed to learn names.
        return { ...outcome, ...(outcome.guests !== undefined && { member: cards.get(arrival.memberId)! }) }
      })
    },

    /**
     * Takes back one arrival. The member stays checked in if there was another. Succeeds when it was taken back already.
     * @param arrival ISO instant
     */
    async undo(actor: Actor, eventId: string, memberId: string, arrival: string): Promise<CheckInUndone> {
      const event = await managedEvent(actor, eventId)
      const at = isoInstant(Date.parse(arrival))
      const undone = await updateCheckIns(eventId, [memberId], (rsvps) => {
        const rsvp = rsvps.get(memberId)
        const { changed, checkedInAt } = rsvp ? undoArrival(rsvp, at) : {}
        return {
          changed: new Map(changed === undefined ? [] : [[memberId, changed]]),
          result: checkedInAt === undefined ? {} : { checkedInAt },
        }
      })
      await auditAdmin(undefined, actor, event, {
        action: 'event.check_in_undone',
        after: { members: [memberId] },
      })
      return undone
    },
  }
}

function assertCheckInOpen({ status, startsAt, endsAt }: EventTimes, now: number) {
  if (status === 'draft') throw conflict('not_published', 'This event isn’t published yet.')
  if (status === 'cancelled') throw cancelled()
  if (now < Date.parse(startsAt) - CHECK_IN_OPENS) {
    throw conflict('check_in_not_open', 'Check-in opens 12 hours before the start.')
  }
  if (now > Date.parse(endsAt) + CHECK_IN_CLOSES) {
    throw conflict('check_in_over', 'Check-in closed 7 days after the end.')
  }
}

const cancelled = () => conflict('event_cancelled', 'This event was cancelled.')

/** An impossible time, from a device whose clock is wrong, becomes now: that someone came matters more than when. */
function plausibleTime(at: string, { startsAt }: EventTimes, now: number) {
  const time = Date.parse(at)
  const isPossible = time >= Date.parse(startsAt) - CHECK_IN_OPENS && time <= now
  return isoInstant(isPossible ? time : now)
}
