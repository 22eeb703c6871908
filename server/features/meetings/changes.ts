import type { AccountStates } from '#server/features/connections/types.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { allOf } from '#server/lib/all-of.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { applyBlock, forget } from './attendance.ts'
import { meetings } from './collection.ts'
import type { MeetingDocument } from './document.ts'
import { happeningsOf } from './happenings.ts'
import { type Command, isSilentlyOff, openPromises, present, settle, withDerived } from './state.ts'

interface Deps {
  store: Store
  clock: Clock
  notify: Notify
  accountStates: AccountStates
  /** Whom the member can meet: active, and no block between the two. */
  meetableFor: (memberId: string) => Promise<Command['isPresent']>
}

/** The next run handles the others. */
const MAX_PER_RUN = 500

/** What happens to meetings without a command of a participant. */
export function createMeetingChanges({ store, clock, notify, accountStates, meetableFor }: Deps) {
  const put = (tx: Transaction, before: MeetingDocument, after: MeetingDocument) => {
    if (after !== before) tx.put(meetings, withDerived(after, clock()))
  }
  const ahead = (memberId: string) =>
    ({ contains: withMember(memberId), orderBy: 'closesAt', range: { gt: isoInstant(clock()) } }) as const

  return {
    /** Stores what is due by now: expired proposals, and meetings that nobody confirmed in time. Safe on several replicas. */
    async settleDue(): Promise<void> {
      const isDue = ({ dueAt }: MeetingDocument) => dueAt !== undefined && Date.parse(dueAt) <= clock()
      const range = { lte: isoInstant(clock()) }
      const { items } = await store.find(meetings, { orderBy: 'dueAt', range, limit: MAX_PER_RUN })
      for (const { id } of items) {
        await store.transact(async (tx) => {
          const meeting = await tx.get(meetings, id)
          if (!meeting || !isDue(meeting)) return
          const settled = withDerived(settle(meeting, clock()), clock())
          tx.put(meetings, settled)
          for (const happening of happeningsOf(meeting, settled)) notify(tx, happening)
        })
      }
    },

    /** Scheduled meetings that start after `after` and no later than `until` (ISO instants), at most 500. */
    async starting(after: string, until: string): Promise<(MeetingDocument & { startsAt: string })[]> {
      const { items } = await store.find(meetings, {
        where: { state: 'scheduled' },
        orderBy: 'startsAt',
        range: { gt: after, lte: until },
        limit: MAX_PER_RUN,
      })
      const stateOf = await accountStates()
      const isPresent = (memberId: string) => stateOf(memberId) === 'active'
      return items.flatMap((meeting) => {
        // To those who were silently removed it looks cancelled, as it does to all without an organiser.
        if (isSilentlyOff(meeting, { actor: meeting.organiser, now: clock(), isPresent })) return []
        return [
          { ...meeting, startsAt: meeting.startsAt ?? '', participants: present(meeting, { isPresent }) },
        ]
      })
    },

    /** Open promises that are due on one of these days (`YYYY-MM-DD`). */
    async promisesDueOn(days: readonly string[]) {
      const found = await Promise.all(
        days.map((day) => allOf(store, meetings, { contains: { field: 'dueDays', value: day } })),
      )
      return found.flatMap((all, at) =>
        all.flatMap((meeting) =>
          openPromises(meeting)
            .filter(({ dueOn }) => dueOn === days[at])
            .map((promise) => ({ ...promise, meeting: meeting.id })),
        ),
      )
    },

    /** In the transaction that creates a block. */
    async applyBlock(tx: Transaction, blocker: string, blocked: string): Promise<void> {
      for (const meeting of await allOf(tx, meetings, ahead(blocker)))
        put(tx, meeting, applyBlock(meeting, { blocker, blocked, now: clock() }))
    },

    /**
     * Leaves what is ahead, and ends the open promises of the member and to them. The rest belongs to the history of the
     * other participants. Those whom a block separates from the member are not notified.
     */
    async forget(memberId: string): Promise<void> {
      const isPresent = await meetableFor(memberId)
      const all = { contains: withMember(memberId), orderBy: 'closesAt' } as const
      for (const { id } of await allOf(store, meetings, all)) {
        await store.transact(async (tx) => {
          const meeting = await tx.get(meetings, id)
          // What time has decided is stored by its own job.
          if (!meeting || settle(meeting, clock()) !== meeting) return
          const after = forget(meeting, { actor: memberId, now: clock(), isPresent })
          put(tx, meeting, after)
          for (const happening of happeningsOf(meeting, after))
            notify(tx, { ...happening, recipients: happening.recipients.filter(isPresent) })
        })
      }
    },
  }
}

const withMember = (memberId: string) => ({ field: 'participants', value: memberId })
