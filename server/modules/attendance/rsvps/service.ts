import type { RsvpEdit, RsvpOutcome } from '#shared/events/rsvps.ts'
import { isGuestId } from '#shared/people/guest-id.ts'
import type { MemberRole } from '#shared/people/roles.ts'
import type { EventAccess, EventDocument } from '#server/modules/events/types.ts'
import { eventInvitations } from '#server/modules/attendance/invitations/collection.ts'
import type { QuestionService } from '#server/modules/attendance/questions/service.ts'
import { guestOf } from '#server/modules/attendance/invitations/guest-list.ts'
import { isOpenTo, mayJoin, needsRequest, VISITOR } from '#server/modules/events/events/rights.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { AccountStateLookup } from '#server/modules/people/relationships/types.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Prestige } from '#server/modules/prestige/module.ts'
import type { Actor } from '#server/modules/actor.ts'
import { eachOf } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { KeyedMutex } from '#server/lib/concurrency/keyed-mutex.ts'
import { type Failure, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { retryOnContention } from '#server/store/retry-on-contention.ts'
import type { FeedListener, Store, Transaction } from '#server/store/port.ts'

import { type AwardedEvent, createAttendanceAwards, noLongerCheckedIn } from './attendance-awards.ts'
import { createEventChanges } from './event-changes.ts'
import { answersBetween } from './answers.ts'
import { createRsvpBatcher } from './seats/rsvp-batcher.ts'
import { type RsvpDocument, rsvps } from './seats/collection.ts'
import type { MemberEdit, RsvpChange, SeatOutcome } from './seats/reconcile-seats.ts'
import { createImportedAttendees } from './imported.ts'
import { createHiddenRsvps } from './hidden-events.ts'
import { createMoves } from './seats/moves.ts'
import { createRsvpReader } from './reader.ts'
import { createRequestExpiry } from './request-expiry.ts'
import { createSeatCommand } from './seat-command.ts'
import { createTransfer } from './transfer.ts'
import { createMembershipChanged } from './membership-changes.ts'
import {
  declineNoteOf,
  newRsvp,
  expiredAt,
  removalReasonOf,
  type SeatRules,
  seatsView,
} from './seats/seats.ts'
import { putRsvp, reconcileStoredSeats } from './seats/transactions.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
  prestige: Prestige
  eventAccess: EventAccess
  withEventLock: KeyedMutex
  questions: QuestionService
}

type AwardedSeatRules = SeatRules & AwardedEvent

interface MemberRsvp {
  memberId: string
  role?: MemberRole
  edit: MemberEdit
  accountStateOf: AccountStateLookup
  /** Called in the transaction. Resolves to the reason for which the RSVP is refused. */
  refusal?: (
    tx: Transaction,
    stored: RsvpDocument | undefined,
    event: EventDocument,
  ) => Promise<Failure | undefined>
  /** Further writes with an RSVP that is not refused, in the same transaction. */
  onAnswered?: (tx: Transaction, after: RsvpDocument) => void
}

/** The new check-in by member, or null to remove it. */
type CheckInChanges = ReadonlyMap<
  string,
  | (Pick<Required<RsvpDocument>, 'checkedInAt' | 'checkedInBy'> &
      Pick<RsvpDocument, 'checkedInSentAt' | 'laterArrivals'>)
  | null
>

export type RsvpService = ReturnType<typeof createRsvpService>

const BATCH = 500

export function createRsvpService({
  store,
  clock,
  operations,
  people,
  prestige,
  eventAccess,
  withEventLock,
  questions,
}: Deps) {
  const { notify } = operations.outbox
  const { accountStates } = people.members
  const reader = createRsvpReader({ store, clock, people })
  const { rsvpsOf } = reader
  const participationOf = (rsvp: RsvpDocument) =>
    reader.participationOf({
      ...rsvp,
      removalReason: removalReasonOf(rsvp),
      declineNote: declineNoteOf(rsvp),
    })
  const attendance = createAttendanceAwards({ prestige })

  const transactOnSeats = <R>(eventId: string, work: (tx: Transaction) => Promise<R>) =>
    withEventLock(eventId, () => retryOnContention(() => store.transact(work)))

  /** The highest ticket known to this process. */
  let lastTicket = 0

  async function reconcile(
    tx: Transaction,
    event: SeatRules,
    changes: {
      accountStateOf: AccountStateLookup
      rsvpChanges?: readonly RsvpChange[]
      isEdited?: boolean
      isNewlyLimited?: boolean
    },
  ) {
    const now = clock()
    const given = { now, notify, lastTicket: Math.max(lastTicket, now), ...changes }
    const reconciled = await reconcileStoredSeats(tx, event, given)
    lastTicket = Math.max(lastTicket, reconciled.seats.lastTicket)
    return reconciled
  }

  /** Applies time-based transitions, and changes in who can take a seat. */
  async function reconcileEvent(eventId: string) {
    const accountStateOf = await accountStates()
    await transactOnSeats(eventId, async (tx) => {
      const event = await eventAccess.nonDraft(tx, eventId)
      if (event) await reconcile(tx, event, { accountStateOf })
    })
  }

  /** Reads what decides about each edit: the change it makes, or the reason for which it is refused. */
  async function examine(tx: Transaction, event: EventDocument, edits: readonly MemberRsvp[]) {
    const ids = edits.map(({ memberId }) => joinedId(event.id, memberId))
    const allStored = await tx.getMany(rsvps, ids)
    const checked = await questions.check(tx, event, edits, allStored)
    const isByInvitation = event.joinMode === 'invited' || event.joinMode === 'request'
    const invitations = isByInvitation ? await tx.getMany(eventInvitations, ids) : []
    return Promise.all(
      edits.map(async ({ memberId: id, role = VISITOR.role, edit, refusal, onAnswered }, at) => {
        const stored = allStored[at]
        const invitation = invitations[at]
        const { keep, refusal: incomplete } = checked[at]!
        // Members who have answered can give up their RSVP to an event that an admin has hidden.
        const mayAnswer = stored && edit.state === 'declined' ? isOpenTo : mayJoin
        const person = await eventAccess.personAt(tx, event, { id, role })
        // The refusals of guests without an account decide about them.
        const isOpen = isGuestId(id) || mayAnswer.of(event, person, guestOf(invitation, stored))
        const before = stored ?? newRsvp(ids[at]!, event, id)
        return {
          change: { before, edit, needsRequest: needsRequest(event, { id }) && !invitation },
          refusal: isOpen ? ((await refusal?.(tx, stored, event)) ?? incomplete) : notFound('event'),
          isConfirmed: stored?.state !== 'going' && !edit.ofSeries,
          onAnswered(after: RsvpDocument) {
            keep()
            onAnswered?.(tx, after)
          },
        }
      }),
    )
  }

  /** @returns an outcome for each edit */
  async function applyEdits(
    tx: Transaction,
    event: EventDocument,
    edits: readonly MemberRsvp[],
  ): Promise<SeatOutcome[]> {
    const examined = await examine(tx, event, edits)
    const rsvpChanges = examined.flatMap(({ refusal, change }) => (refusal ? [] : [change]))
    // The account states seen by the latest of them.
    const { accountStateOf } = edits.at(-1)!
    const applied = (await applyChanges(tx, event, { rsvpChanges, accountStateOf })).values()
    const confirmed: RsvpDocument[] = []
    const outcomes = examined.map(({ refusal, isConfirmed, onAnswered }): SeatOutcome => {
      if (refusal) return { status: 'rejected', reason: refusal }
      const outcome = applied.next().value!
      if (outcome.status === 'fulfilled') {
        const { mine } = outcome.value
        onAnswered(mine)
        if (isConfirmed && mine.state === 'going') confirmed.push(mine)
      }
      return outcome
    })
    confirmSeats(tx, event, confirmed)
    return outcomes
  }

  /** One domain event for all, because hundreds may RSVP within a second. */
  function confirmSeats(tx: Transaction, { id, title }: EventDocument, seated: readonly RsvpDocument[]) {
    const [first] = seated
    if (!first) return
    notify(tx, {
      topic: 'rsvpConfirmed',
      subject: { kind: 'event', id },
      dedupeKey: `${first.id} ${first.version ?? 0}`,
      recipients: seated.map(({ member }) => member),
      data: { title },
    })
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

  const enqueue = createRsvpBatcher({
    eventMutex: withEventLock,
    deadline: store.transactionDeadline,
    memberOf: ({ memberId }: MemberRsvp) => memberId,
    async store(eventId, edits, milliseconds) {
      const end = performance.now() + milliseconds
      const { event, outcomes } = await retryOnContention(() =>
        store.transact(
          async (tx) => {
            const found = await eventAccess.nonDraft(tx, eventId)
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
    reader,
    participationOf,
    transfer: createTransfer({ people, eventAccess, attendance, transactOnSeats, applyChanges }),
    ofHiddenEvents: createHiddenRsvps({ store, clock, rsvpsOf, participationOf }),
    answersBetween: (after: string, until: string) => answersBetween(store, after, until),
    membershipChanged: createMembershipChanged({ clock, rsvpsOf, reconcileEvent }),
    ...createEventChanges({ clock, operations, attendance, reconcile }),
    imported: createImportedAttendees({ store }),
    moves: createMoves({ store, clock, eventAccess, transactOnSeats }),
    expireRequests: createRequestExpiry({ store, clock, operations, eventAccess, transactOnSeats }),
    command: createSeatCommand({ clock, operations, people, eventAccess, transactOnSeats, applyChanges }),

    /** Repeating an RSVP succeeds and changes nothing: clients retry after a lost response. */
    async respond(
      { id: memberId, role }: Pick<Actor, 'id' | 'role'>,
      eventId: string,
      edit: MemberEdit,
    ): Promise<RsvpOutcome> {
      const accountStateOf = await accountStates()
      const { event, seats, mine } = await enqueue(eventId, { memberId, role, edit, accountStateOf })
      const [view] = event.capacity === undefined ? await reader.seatsOf([event]) : [seatsView(event, seats)]
      return { mine: await participationOf(mine), seats: view! }
    },

    /**
     * RSVPs of several members, who get seats in this order.
     * @param edits at most 500, each of a different member
     */
    async respondAll(eventId: string, edits: readonly Omit<MemberRsvp, 'accountStateOf'>[]) {
      const accountStateOf = await accountStates()
      return Promise.allSettled(edits.map((each) => enqueue(eventId, { ...each, accountStateOf })))
    },

    /** Attendees in the order of their seats. Pages stay full when some are hidden from the viewer. */
    async attendees(
      viewer: Pick<Actor, 'id' | 'role'>,
      eventId: string,
      query: Parameters<typeof reader.pageOfAttendees>[2] = {},
    ) {
      if (!(await eventAccess.visibleEvent(store, eventId, viewer))) throw notFound('event')
      return reader.pageOfAttendees(viewer.id, eventId, query)
    },

    /**
     * Reads the RSVPs of these members, at most 500, and stores the check-ins that `update` changes, in one
     * transaction. `update` may run more than once.
     */
    updateCheckIns: <R>(
      eventId: string,
      memberIds: readonly string[],
      update: (
        stored: ReadonlyMap<string, RsvpDocument>,
        tx: Transaction,
      ) => Promise<{ changed: CheckInChanges; result: R }>,
    ): Promise<R> =>
      transactOnSeats(eventId, async (tx) => {
        const found = await tx.getMany(
          rsvps,
          memberIds.map((memberId) => joinedId(eventId, memberId)),
        )
        const stored = new Map(found.flatMap((rsvp) => (rsvp ? [[rsvp.member, rsvp]] : [])))
        const { changed, result } = await update(stored, tx)
        const before = [...changed.keys()].map((memberId) => stored.get(memberId)!)
        const after = before.map((rsvp) => ({ ...withoutCheckIn(rsvp), ...changed.get(rsvp.member) }))
        const event = after.length > 0 ? await eventAccess.nonDraft(tx, eventId) : undefined
        if (event) await attendance.checkInsChanged(tx, event, { before, after })
        for (const rsvp of after) putRsvp(tx, rsvp)
        return result
      }),

    /** Safe to run on several replicas at once: the transaction finds nothing left to expire. */
    async expireOffers() {
      const { items } = await store.find(rsvps, {
        where: { state: 'offered' },
        orderBy: 'offerUntil',
        range: expiredAt(clock()),
        limit: BATCH,
      })
      const eventIds = [...new Set(items.map(({ event }) => event))]
      await Promise.all(eventIds.map(reconcileEvent))
    },

    /** Frees the member's seats at events that haven't started. RSVPs to past events stay. */
    async forget(memberId: string) {
      for (const { event: eventId, state } of await reader.rsvpsOf(memberId, isoInstant(clock()))) {
        if (state === 'declined') continue
        const accountStateOf = await accountStates()
        await transactOnSeats(eventId, async (tx) => {
          const event = await eventAccess.nonDraft(tx, eventId)
          if (event?.status !== 'published') return
          const edit: RsvpEdit = { state: 'declined', guests: 0 }
          const [outcome] = await applyEdits(tx, event, [{ memberId, edit, accountStateOf }])
          if (outcome?.status === 'rejected') throw outcome.reason
        })
      }
    },

    /** Follows later changes by every replica. */
    openFeed: (listener: FeedListener<RsvpDocument>) => store.openFeed(rsvps, listener, { from: 'now' }),

    exportOf: (memberId: string) => reader.rsvpsOf(memberId),

    /** RSVPs of members whom this member checked in. */
    async *checkInsBy(memberId: string) {
      const checkIns = { where: { checkedInBy: memberId }, orderBy: 'checkedInAt' } as const
      for await (const { event, member, checkedInAt } of eachOf(store, rsvps, checkIns))
        if (checkedInAt !== undefined) yield { event, member, checkedInAt }
    },
  }
}

function withoutCheckIn(rsvp: RsvpDocument) {
  const { checkedInAt: _, checkedInBy: __, checkedInSentAt: ___, laterArrivals: ____, ...rest } = rsvp
  return rest
}
