import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Prestige } from '#server/modules/prestige/module.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import { retryOnContention } from '#server/store/retry-on-contention.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { confirmersOf, guestAwards, introductionAward, lostAwards, newAwards } from './follow-up/awards.ts'
import { meetings } from './collection.ts'
import type { MeetingDocument } from './document/document.ts'
import { choiceDue, domainEventsOf } from './domain-events.ts'
import { meetableFor } from './meetable.ts'
import { type Command, applyElapsedTime, isOpen, remaining, startOf, withDerived } from './document/state.ts'
import { applyBlock } from './follow-up/attendance.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
  prestige: Prestige
  attendance: Attendance
}

export type Change = (meeting: MeetingDocument, command: Command) => MeetingDocument
export type WriteMeeting = ReturnType<typeof createMeetingWriter>

/**
 * The only way for participants to change a meeting. Awards and domain events of the change are written in the same
 * transaction.
 */
export function createMeetingWriter({ store, clock, operations, people, prestige, attendance }: Deps) {
  const { notify } = operations.outbox
  const { awards } = prestige

  /**
   * The introducer earns once both introduced members have confirmed a meeting, whichever it was, and who brought a
   * guest once the guest has.
   */
  async function earned(tx: Transaction, before: MeetingDocument, after: MeetingDocument) {
    const own = newAwards(before, after)
    if (!own.some(({ kind }) => kind === 'meetingHeld')) return own
    const metAt = isoInstant(startOf(after))
    const confirmers = confirmersOf(after)
    const introductions = await people.introductions.introductionsBehind(tx, confirmers, metAt)
    const guests = await attendance.guests.joining.broughtAmong(tx, confirmers)
    return [
      ...own,
      ...introductions.map((introduction) => introductionAward(after, introduction)),
      ...guestAwards(after, guests),
    ]
  }

  /** Applies blocks that were made while the meeting was over. */
  async function withoutBlocked(tx: Transaction, meeting: MeetingDocument, now: number) {
    const blocks = await people.blocks.blocksAmong(tx, remaining(meeting))
    return blocks.reduce((left, block) => applyBlock(left, { ...block, now }), meeting)
  }

  /** @throws Failure 404 unless the actor is in the meeting, or `isKnown` to have been */
  return async (
    actor: string,
    meetingId: string,
    change: Change,
    isKnown = (meeting: MeetingDocument) => meeting.participants.includes(actor),
  ): Promise<MeetingDocument> => {
    const isPresent = await meetableFor(people, actor)
    const work = async (tx: Transaction) => {
      const stored = await tx.get(meetings, meetingId)
      if (!stored || !isKnown(stored)) throw notFound('meeting')
      const now = clock()
      const before = applyElapsedTime(stored, now)
      const command = { actor, now, isPresent }
      const changed = change(before, command)
      if (changed === stored) return stored
      const isReopened = before.state === 'expired' && isOpen(changed)
      const after = isReopened ? await withoutBlocked(tx, changed, now) : changed
      const written = withDerived(after, now)
      tx.put(meetings, written)
      for (const domainEvent of domainEventsOf(before, written, actor)) notify(tx, domainEvent)
      for (const domainEvent of choiceDue(before, written, command)) notify(tx, domainEvent)
      for (const award of await earned(tx, before, after)) await awards.award(tx, award)
      for (const { kind, member, source } of lostAwards(before, after))
        await awards.voidAward(tx, { kind, member, source, by: actor, reason: 'undone' })
      return written
    }
    return retryOnContention(() => store.transact(work))
  }
}
