import type { RsvpEdit, RsvpOutcome } from '#shared/events.ts'
import type { AccountStateLookup, AccountStates } from '#server/features/connections/types.ts'
import type { Awards } from '#server/features/prestige/types.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { eachOf } from '#server/lib/all-of.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { KeyedMutex } from '#server/lib/keyed-mutex.ts'
import { retryOnContention } from '#server/lib/retry-on-contention.ts'
import type { Reader, Transaction } from '#server/store/port.ts'

import { type AwardedEvent, createAttendanceAwards, noLongerCheckedIn } from './attendance-awards.ts'
import { createEventChanges } from './event-changes.ts'
import { answersBetween } from './answers.ts'
import { createRsvpQueue } from './rsvp-queue.ts'
import { type RsvpDocument, rsvps } from './collection.ts'
import type { RsvpChange } from './reconcile-seats.ts'
import { createHiddenRsvps, type HiddenAmong } from './hidden-events.ts'
import { createMoves } from './moves.ts'
import { createRsvpViewing, type ViewingDeps } from './viewing.ts'
import { createRosterCommands } from './roster-commands.ts'
import { createMembershipChanged } from './membership-changes.ts'
import { newRsvp, OFFER_GRACE, removalReasonOf, type SeatRules, seatsView } from './seats.ts'
import { hasRsvps, putRsvp, reconcileStoredSeats } from './transactions.ts'

interface Deps extends ViewingDeps {
  notify: Notify
  /** By event id. Whatever moves seats of an event holds it, so requests are served in the order they arrive. */
  eventMutex: KeyedMutex
  /** Undefined for drafts too, which nobody can RSVP to. */
  eventOf: (reader: Pick<Reader, 'get'>, id: string) => Promise<AwardedSeatRules | undefined>
  awards: Pick<Awards, 'setAwards'>
  hiddenAmong: HiddenAmong
  accountStates: AccountStates
}

type AwardedSeatRules = SeatRules & AwardedEvent

interface MemberRsvp {
  memberId: string
  edit: RsvpEdit
  accountStateOf: AccountStateLookup
}

/** By member: the new check-in, or null to remove it. */
type CheckInChanges = ReadonlyMap<
  string,
  (Pick<Required<RsvpDocument>, 'checkedInAt' | 'checkedInBy'> & Pick<RsvpDocument, 'laterArrivals'>) | null
>

export type RsvpService = ReturnType<typeof createRsvpService>

const BATCH = 500

export function createRsvpService({ eventMutex, eventOf, awards, notify, hiddenAmong, ...deps }: Deps) {
  const { store, clock, accountStates } = deps
  const viewing = createRsvpViewing(deps)
  const { rsvpsOf } = viewing
  const participationOf = (rsvp: RsvpDocument) =>
    viewing.participationOf({ ...rsvp, removalReason: removalReasonOf(rsvp) })
  const attendance = createAttendanceAwards(awards)

  const transactOnSeats = <R>(eventId: string, work: (tx: Transaction) => Promise<R>) =>
    eventMutex(eventId, () => retryOnContention(() => store.transact(work)))

  /** The highest ticket that this process knows of. */
  let lastTicket = 0

  async function reconcile(
    tx: Transaction,
    event: SeatRules,
    changes: {
      accountStateOf: AccountStateLookup
      rsvpChanges?: readonly RsvpChange[]
      isNewlyLimited?: boolean
    },
  ) {
    const now = clock()
    const given = { now, notify, lastTicket: Math.max(lastTicket, now), ...changes }
    const reconciled = await reconcileStoredSeats(tx, event, given)
    lastTicket = Math.max(lastTicket, reconciled.seats.lastTicket)
    return reconciled
  }

  /** Whatever follows from the passing of time, or from who can take a seat now. */
  async function reconcileEvent(eventId: string) {
    const accountStateOf = await accountStates()
    await transactOnSeats(eventId, async (tx) => {
      const event = await eventOf(tx, eventId)
      if (event) await reconcile(tx, event, { accountStateOf })
    })
  }

  async function applyEdits(tx: Transaction, event: AwardedSeatRules, edits: readonly MemberRsvp[]) {
    const ids = edits.map(({ memberId }) => joinedId(event.id, memberId))
    const stored = await tx.getMany(rsvps, ids)
    const rsvpChanges = edits.map(({ memberId, edit }, at) => {
      const before = stored[at] ?? newRsvp(ids[at]!, event, memberId)
      return { before, edit }
    })
    // What the latest of them has seen.
    const { accountStateOf } = edits.at(-1)!
    return applyChanges(tx, event, { rsvpChanges, accountStateOf })
  }

  async function applyChanges(
    tx: Transaction,
    event: AwardedSeatRules,
    changes: { rsvpChanges: readonly RsvpChange[]; accountStateOf: AccountStateLookup },
  ) {
    const { rsvpChanges } = changes
    const { outcomes, changed } = await reconcile(tx, event, changes)
    const stored = rsvpChanges.map(({ before }) => before)
    await attendance.checkInsChanged(tx, event, noLongerCheckedIn(stored, changed))
    return outcomes
  }

  const enqueue = createRsvpQueue({
    eventMutex,
    deadline: store.transactionDeadline,
    memberOf: ({ memberId }: MemberRsvp) => memberId,
    async store(eventId, edits, milliseconds) {
      const end = performance.now() + milliseconds
      const { event, outcomes } = await retryOnContention(() =>
        store.transact(
          async (tx) => {
            const found = await eventOf(tx, eventId)
            if (!found) throw notFound('event')
            return { event: found, outcomes: await applyEdits(tx, found, edits) }
          },
          { deadline: end - performance.now() },
        ),
      )
      return outcomes.map((outcome) =>
        outcome.status === 'fulfilled' ? { ...outcome, value: { event, ...outcome.value } } : outcome,
      )
    },
  })

  return {
    ...viewing,
    hasRsvps,
    ofHiddenEvents: createHiddenRsvps({ clock, rsvpsOf, participationOf, hiddenAmong }),
    answersBetween: (after: string, until: string) => answersBetween(store, after, until),
    membershipChanged: createMembershipChanged({ clock, rsvpsOf, reconcileEvent }),
    prepareEventChange: createEventChanges({ clock, notify, accountStates, attendance, reconcile }),
    ...createMoves({ store, clock, eventOf, transactOnSeats }),
    ...createRosterCommands({ clock, notify, accountStates, eventOf, transactOnSeats, applyChanges }),

    /** Repeating an RSVP succeeds and changes nothing: clients retry after a lost response. */
    async respond({ id: memberId }: Actor, eventId: string, edit: RsvpEdit): Promise<RsvpOutcome> {
      const accountStateOf = await accountStates()
      const { event, seats, mine } = await enqueue(eventId, { memberId, edit, accountStateOf })
      const [view] = event.capacity === undefined ? await viewing.seatsOf([event]) : [seatsView(event, seats)]
      return { mine: await participationOf(mine), seats: view! }
    },

    /** Those going, in the order of their seats. Pages stay full when some are hidden from the viewer. */
    async attendees(viewerId: string, eventId: string, cursor?: string) {
      const event = await eventOf(store, eventId)
      if (!event || event.hidden?.event) throw notFound('event')
      return viewing.attendees(viewerId, eventId, cursor)
    },

    /**
     * Reads the RSVPs of these members, at most 500, and stores the check-ins that `update` changes, in one
     * transaction. `update` may run more than once.
     */
    updateCheckIns: <R>(
      eventId: string,
      memberIds: readonly string[],
      update: (stored: ReadonlyMap<string, RsvpDocument>) => { changed: CheckInChanges; result: R },
    ): Promise<R> =>
      transactOnSeats(eventId, async (tx) => {
        const found = await tx.getMany(
          rsvps,
          memberIds.map((memberId) => joinedId(eventId, memberId)),
        )
        const stored = new Map(found.flatMap((rsvp) => (rsvp ? [[rsvp.member, rsvp]] : [])))
        const { changed, result } = update(stored)
        const before = [...changed.keys()].map((memberId) => stored.get(memberId)!)
        const after = before.map((rsvp) => ({ ...withoutCheckIn(rsvp), ...changed.get(rsvp.member) }))
        const event = after.length > 0 ? await eventOf(tx, eventId) : undefined
        if (event) await attendance.checkInsChanged(tx, event, { before, after })
        for (const rsvp of after) putRsvp(tx, rsvp, clock())
        return result
      }),

    /** Safe to run on several replicas at once: the transaction finds nothing left to expire. */
    async expireOffers() {
      const { items } = await store.find(rsvps, {
        where: { state: 'offered' },
        orderBy: 'offerUntil',
        range: { lt: isoInstant(clock() - OFFER_GRACE) },
        limit: BATCH,
      })
      const eventIds = [...new Set(items.map(({ event }) => event))]
      await Promise.all(eventIds.map(reconcileEvent))
    },

    /** Frees the member's seats at events that haven't started. RSVPs to past events stay. */
    async forget(memberId: string) {
      for (const { event: eventId } of await viewing.rsvpsOf(memberId, isoInstant(clock()))) {
        const accountStateOf = await accountStates()
        await transactOnSeats(eventId, async (tx) => {
          const event = await eventOf(tx, eventId)
          if (event?.status !== 'published') return
          const edit: RsvpEdit = { state: 'declined', guests: 0 }
          const [outcome] = await applyEdits(tx, event, [{ memberId, edit, accountStateOf }])
          if (outcome?.status === 'rejected') throw outcome.reason
        })
      }
    },

    exportOf: (memberId: string) => viewing.rsvpsOf(memberId),

    /** RSVPs of those whom this member checked in. */
    checkInsBy: (memberId: string) =>
      eachOf(store, rsvps, { where: { checkedInBy: memberId }, orderBy: 'checkedInAt' }),
  }
}

function withoutCheckIn(rsvp: RsvpDocument) {
  const { checkedInAt: _, checkedInBy: __, laterArrivals: ___, ...rest } = rsvp
  return rest
}
