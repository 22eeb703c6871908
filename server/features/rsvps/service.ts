import type { Answer, Answered } from '#shared/events.ts'
import type { Actor } from '#server/features/session/types.ts'
import { eachOf } from '#server/lib/all-of.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import { retryOnContention } from '#server/lib/retry-on-contention.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { KeyedMutex } from '#server/lib/keyed-mutex.ts'
import type { Reader, Transaction } from '#server/store/port.ts'

import { eventSeats, type RsvpDocument, rsvps } from './collection.ts'
import { createRsvpReading, type ReadingDeps } from './reading.ts'
import { createRosterAnswers } from './roster-answers.ts'
import { OFFER_GRACE, type SeatRules, unanswered } from './seats.ts'
import { moveAnswers, requireEnoughSeats, settleIn, stopOffers } from './settling.ts'
import { seatsView } from './views.ts'
import { putAnswer } from './writing.ts'

interface Deps extends ReadingDeps {
  /** Everything that moves seats of one event waits for its turn: the order of arrival holds. */
  eventMutex: KeyedMutex
  /** Undefined for drafts too, which nobody can answer. */
  eventOf: (reader: Pick<Reader, 'get'>, id: string) => Promise<SeatRules | undefined>
}

/** Decides by member which check-ins change; null removes one. */
type UpdateCheckIns<R> = (answers: ReadonlyMap<string, RsvpDocument>) => {
  changed: ReadonlyMap<string, Pick<Required<RsvpDocument>, 'checkedInAt' | 'checkedInBy'> | null>
  result: R
}

export type RsvpService = ReturnType<typeof createRsvpService>

const BATCH = 500

export function createRsvpService(deps: Deps) {
  const { store, clock, eventMutex, eventOf } = deps
  const reading = createRsvpReading(deps)
  const { rosterAnswers, trackRoster } = createRosterAnswers({ store, clock })

  const moveSeats = <R>(eventId: string, work: (tx: Transaction) => Promise<R>) =>
    eventMutex(eventId, () => retryOnContention(() => store.transact(work)))

  async function take(tx: Transaction, event: SeatRules, memberId: string, answer: Answer) {
    const id = joinedId(event.id, memberId)
    const before = (await tx.get(rsvps, id)) ?? unanswered(id, event, memberId)
    const { seats, changed } = await settleIn(tx, event, clock(), { before, answer })
    return { seats, mine: changed.find((rsvp) => rsvp.id === id) ?? before }
  }

  return {
    ...reading,
    rosterAnswers,
    trackRoster,

    /** Answering the same again succeeds and changes nothing: phones retry after a lost response. */
    async answer({ id: memberId }: Actor, eventId: string, answer: Answer): Promise<Answered> {
      const { event, seats, mine } = await moveSeats(eventId, async (tx) => {
        const found = await eventOf(tx, eventId)
        if (!found) throw notFound('event')
        return { event: found, ...(await take(tx, found, memberId, answer)) }
      })
      return { mine: await reading.participationOf(mine), seats: seatsView(event, seats) }
    },

    /** Who is going, in the order of their seats. Those hidden from the viewer leave no gap. */
    async attendees(viewerId: string, eventId: string, cursor?: string) {
      if (!(await eventOf(store, eventId))) throw notFound('event')
      return reading.attendees(viewerId, eventId, cursor)
    },

    /**
     * After an event's rules changed, in the same transaction: its waitlist moves up, and its answers move with it.
     * @throws Failure when there would be too few seats
     */
    async adapt(tx: Transaction, event: SeatRules, moved: boolean) {
      if (!(await tx.get(eventSeats, event.id))) return
      if (event.status === 'cancelled') return stopOffers(tx, event, clock())
      if (moved) await moveAnswers(tx, event, clock())
      const { seats } = await settleIn(tx, event, clock())
      await requireEnoughSeats(tx, event, seats)
    },

    /**
     * Reads the answers of these members, at most 500, and stores the check-ins that `update` changes, in one
     * transaction. `update` may run more than once.
     */
    updateCheckIns: <R>(
      eventId: string,
      memberIds: readonly string[],
      update: UpdateCheckIns<R>,
    ): Promise<R> =>
      moveSeats(eventId, async (tx) => {
        const found = await tx.getMany(
          rsvps,
          memberIds.map((memberId) => joinedId(eventId, memberId)),
        )
        const answers = new Map(found.flatMap((rsvp) => (rsvp ? [[rsvp.member, rsvp]] : [])))
        const { changed, result } = update(answers)
        for (const [memberId, checkIn] of changed) {
          const { checkedInAt: _, checkedInBy: __, ...rest } = answers.get(memberId)!
          putAnswer(tx, { ...rest, ...checkIn }, clock())
        }
        return result
      }),

    /** Whether anyone has ever answered. */
    isAnswered: async (reader: Pick<Reader, 'get'>, eventId: string) =>
      (await reader.get(eventSeats, eventId)) !== undefined,

    /** Lets offers run out. Several replicas at once do it once: the transaction sees that nothing is left to do. */
    async expireOffers() {
      const { items } = await store.find(rsvps, {
        where: { state: 'offered' },
        orderBy: 'offerUntil',
        range: { lt: isoInstant(clock() - OFFER_GRACE) },
        limit: BATCH,
      })
      const eventIds = [...new Set(items.map(({ event }) => event))]
      await Promise.all(
        eventIds.map((eventId) =>
          moveSeats(eventId, async (tx) => {
            const event = await eventOf(tx, eventId)
            if (event) await settleIn(tx, event, clock())
          }),
        ),
      )
    },

    /** Frees the member's seats at all that has not begun. What they went to stays. */
    async forget(memberId: string) {
      for (const { event: eventId } of await reading.ofMember(memberId, isoInstant(clock()))) {
        await moveSeats(eventId, async (tx) => {
          const event = await eventOf(tx, eventId)
          if (event?.status === 'published') await take(tx, event, memberId, { state: 'declined', guests: 0 })
        })
      }
    },

    exportOf: (memberId: string) => reading.ofMember(memberId),

    /** Whom the member let in at doors. */
    checkedInBy: (memberId: string) =>
      eachOf(store, rsvps, { where: { checkedInBy: memberId }, orderBy: 'checkedInAt' }),
  }
}
