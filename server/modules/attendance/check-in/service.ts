import * as m from '#shared/events/messages.ts'
import { DAY, HOUR } from '#shared/lib/durations.ts'
import type {
  CheckInListAnswer,
  CheckInResults,
  CheckIns,
  CheckInUndone,
} from '#shared/attendance/check-in.ts'
import { CHECK_IN_CLOSES, CHECK_IN_OPENS } from '#shared/events/rules.ts'
import type { EventAccess, EventAudit, EventDocument } from '#server/modules/events/types.ts'
import type { Platform } from '#server/modules/platform.ts'
import type { Actor } from '#server/modules/actor.ts'
import { isHistory } from '#server/modules/events/events/rules.ts'
import type { RsvpService } from '#server/modules/attendance/rsvps/service.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type Arrival, type ArrivalResult, recordArrivals, undoArrival } from './arrivals.ts'
import { createCheckInCodes } from './codes.ts'
import { createLists } from './lists.ts'
import { cardsForCheckIn, seatedMembers } from './queries.ts'

interface Deps {
  config: Platform['config']
  store: Pick<Store, 'views'>
  clock: Clock
  eventAccess: EventAccess
  eventAudit: EventAudit
  rsvps: RsvpService
}

type Result = CheckInResults['items'][number]

export type CheckInService = ReturnType<typeof createCheckInService>

export function createCheckInService(deps: Deps) {
  const { config, store, clock, eventAccess, eventAudit, rsvps } = deps
  const codes = createCheckInCodes(config.secret)
  const listOf = createLists({ store, codes })

  async function recordChanges(
    tx: Transaction,
    actor: Actor,
    event: EventDocument,
    action: 'event.checked_in' | 'event.check_in_undone',
    changes: ReadonlyMap<string, unknown>,
  ) {
    if (changes.size === 0) return
    await eventAudit.recordAdmin(tx, actor, event, { action, after: { members: [...changes.keys()] } })
  }

  return {
    /** The code that the viewer shows at check-in. */
    async code(viewer: Actor, eventId: string): Promise<string> {
      const event = await eventAccess.seen(viewer, eventId)
      if (event.status === 'cancelled') throw cancelled()
      const [state] = await rsvps.reader.participation(viewer.id, [event])
      if (state?.mine?.state !== 'going') throw conflict('no_seat', m.checkInNoSeatOwn())
      return codes.codeOf(eventId, viewer.id)
    },

    /** The codes of everyone with a seat, which devices at the entrance never get: they can be lost. */
    async codesOf(actor: Actor, eventId: string) {
      const event = await eventAccess.editableEvent(actor, eventId)
      const seated = seatedMembers(await store.views(), event.id, { withAnswers: false })
      return seated.map(({ member }) => ({ memberId: member, code: codes.codeOf(eventId, member) }))
    },

    /** The same object until something in it changes. @param known revision of the list that the caller has */
    async list(actor: Actor, eventId: string, known?: string): Promise<CheckInListAnswer> {
      const list = await listOf(await eventAccess.eventOfCheckIn(actor, eventId))
      return list.revision === known ? { revision: known } : list
    },

    /**
     * Records arrivals of people with a seat. The earliest time counts, in whatever order devices report, so the
     * same report can be sent twice. Results are in the order of `sent`.
     */
    async checkIn(actor: Actor, eventId: string, sent: CheckIns['items']): Promise<Result[]> {
      const event = await eventAccess.eventOfCheckIn(actor, eventId)
      const now = clock()
      assertCheckInOpen(event, now)
      const arrivals = sent.map(({ code, memberId, at }): Arrival | undefined => {
        const id = code === undefined ? memberId : codes.memberOf(eventId, code)
        return id === undefined ? undefined : { memberId: id, ...plausibleTime(at, event, now) }
      })
      const identified = arrivals.filter((arrival) => arrival !== undefined)
      const memberIds = [...new Set(identified.map(({ memberId }) => memberId))]
      const results = await rsvps.updateCheckIns(eventId, memberIds, async (stored, tx) => {
        const recorded = recordArrivals(stored, identified, actor.id)
        await recordChanges(tx, actor, event, 'event.checked_in', recorded.changed)
        return recorded
      })
      const cards = cardsForCheckIn(await store.views(), memberIds)
      return arrivals.map((arrival): Result => {
        if (!arrival) return { result: 'unknownCode' }
        const outcome: ArrivalResult = results.get(arrival)!
        // The card of someone who never RSVP’d is left out: otherwise guessed ids would reveal names.
        return { ...outcome, member: outcome.guests === undefined ? undefined : cards.get(arrival.memberId)! }
      })
    },

    /**
     * Undoes one arrival. The member stays checked in if there was another. Succeeds if it was undone already.
     * @param arrival ISO instant
     */
    async undo(actor: Actor, eventId: string, memberId: string, arrival: string): Promise<CheckInUndone> {
      const event = await eventAccess.eventOfCheckIn(actor, eventId)
      assertNotHistory(event)
      return rsvps.updateCheckIns(eventId, [memberId], async (stored, tx) => {
        const rsvp = stored.get(memberId)
        const { changed, checkedInAt } = rsvp ? undoArrival(rsvp, arrival) : {}
        const changes = new Map(changed === undefined ? [] : [[memberId, changed]])
        await recordChanges(tx, actor, event, 'event.check_in_undone', changes)
        return { changed: changes, result: checkedInAt === undefined ? {} : { checkedInAt } }
      })
    },
  }
}

function assertCheckInOpen(event: EventDocument, now: number) {
  const { status, startsAt, endsAt } = event
  assertNotHistory(event)
  if (status === 'draft') throw conflict('not_published', m.eventUnpublished())
  if (status === 'cancelled') throw cancelled()
  if (now < Date.parse(startsAt) - CHECK_IN_OPENS) {
    throw conflict('check_in_not_open', m.checkInTooEarly({ hours: CHECK_IN_OPENS / HOUR }))
  }
  if (now > Date.parse(endsAt) + CHECK_IN_CLOSES) {
    throw conflict('check_in_over', m.checkInClosed({ days: CHECK_IN_CLOSES / DAY }))
  }
}

function assertNotHistory(event: EventDocument) {
  if (isHistory.of(event)) throw conflict('event_imported', m.checkInImported())
}

const cancelled = () => conflict('event_cancelled', m.eventCancelled())

/** An impossible time, from a device with a wrong clock, becomes now: the arrival matters more than its time. */
function plausibleTime(sentAt: string, { startsAt }: EventDocument, now: number) {
  const time = Date.parse(sentAt)
  const isPossible = time >= Date.parse(startsAt) - CHECK_IN_OPENS && time <= now
  return isPossible ? { at: isoInstant(time) } : { at: isoInstant(now), sentAt }
}
