import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { allOf } from '#server/store/all-of.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { applyBlock, forget } from './follow-up/attendance.ts'
import { meetings } from './collection.ts'
import type { MeetingDocument } from './document/document.ts'
import { domainEventsOf } from './domain-events.ts'
import { meetableFor } from './meetable.ts'
import { applyElapsedTime, withDerived } from './document/state.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
}

/** The next run handles the others. */
const MAX_PER_RUN = 500

/** Changes of meetings without a command of a participant. */
export function createMeetingChanges({ store, clock, operations, people }: Deps) {
  const { notify } = operations.outbox

  const put = (tx: Transaction, before: MeetingDocument, after: MeetingDocument) => {
    if (after !== before) tx.put(meetings, withDerived(after, clock()))
  }
  const ahead = (memberId: string) =>
    ({ contains: withMember(memberId), orderBy: 'closesAt', range: { gt: isoInstant(clock()) } }) as const

  return {
    /**
     * Stores transitions that are due: expired proposals, and meetings that were not confirmed in time. Safe on
     * several replicas.
     */
    async applyDeadlines(): Promise<void> {
      const isDue = ({ dueAt }: MeetingDocument) => dueAt !== undefined && Date.parse(dueAt) <= clock()
      const range = { lte: isoInstant(clock()) }
      const { items } = await store.find(meetings, { orderBy: 'dueAt', range, limit: MAX_PER_RUN })
      for (const { id } of items) {
        await store.transact(async (tx) => {
          const meeting = await tx.get(meetings, id)
          if (!meeting || !isDue(meeting)) return
          const settled = withDerived(applyElapsedTime(meeting, clock()), clock())
          tx.put(meetings, settled)
          for (const domainEvent of domainEventsOf(meeting, settled)) notify(tx, domainEvent)
        })
      }
    },

    /** Called in the transaction that creates a block. */
    async applyBlock(tx: Transaction, blocker: string, blocked: string): Promise<void> {
      for (const meeting of await allOf(tx, meetings, ahead(blocker)))
        put(tx, meeting, applyBlock(meeting, { blocker, blocked, now: clock() }))
    },

    /**
     * Leaves upcoming meetings, and ends the open promises of the member and to them. The rest belongs to the
     * history of the other participants. Members separated from this one by a block are not notified.
     */
    async forget(memberId: string): Promise<void> {
      const isPresent = await meetableFor(people, memberId)
      const all = { contains: withMember(memberId), orderBy: 'closesAt' } as const
      for (const { id } of await allOf(store, meetings, all)) {
        await store.transact(async (tx) => {
          const meeting = await tx.get(meetings, id)
          // Time-based transitions are stored by their own job.
          if (!meeting || applyElapsedTime(meeting, clock()) !== meeting) return
          const after = forget(meeting, { actor: memberId, now: clock(), isPresent })
          put(tx, meeting, after)
          for (const domainEvent of domainEventsOf(meeting, after))
            notify(tx, { ...domainEvent, recipients: domainEvent.recipients.filter(isPresent) })
        })
      }
    },
  }
}

const withMember = (memberId: string) => ({ field: 'participants', value: memberId })
