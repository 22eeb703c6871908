import type { Notify } from '#server/features/notifications/types.ts'
import type { Awards } from '#server/features/prestige/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import { retryOnContention } from '#server/lib/retry-on-contention.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { confirmersOf, type Introduction, introductionAward, lostAwards, newAwards } from './awards.ts'
import { meetings } from './collection.ts'
import type { MeetingDocument } from './document.ts'
import { choiceDue, happeningsOf } from './happenings.ts'
import { type Command, settle, withDerived } from './state.ts'

export interface WritingDeps {
  store: Store
  clock: Clock
  notify: Notify
  awards: Pick<Awards, 'award' | 'voidAward'>
  /** The introduction, if it connected two of these people. */
  introductionOf: (
    reader: Pick<Reader, 'get'>,
    introductionId: string,
    people: readonly string[],
  ) => Promise<Introduction | undefined>
  /** Whom the actor can meet: active, and no block between the two. From memory. */
  meetableFor: (actorId: string) => Promise<Command['isPresent']>
}

export type Change = (meeting: MeetingDocument, command: Command) => MeetingDocument
export type WriteMeeting = ReturnType<typeof createMeetingWriter>

/** How participants change a meeting. What the change earns, and whom it concerns, is written in the same transaction. */
export function createMeetingWriter({
  store,
  clock,
  notify,
  awards,
  introductionOf,
  meetableFor,
}: WritingDeps) {
  /** The introducer earns once both whom they introduced have confirmed. */
  async function earned(tx: Transaction, before: MeetingDocument, after: MeetingDocument) {
    const own = newAwards(before, after)
    const confirmers = confirmersOf(after)
    const isConfirmed = own.some(({ kind }) => kind === 'meetingHeld')
    if (!isConfirmed || after.source?.kind !== 'introduction') return own
    const introduction = await introductionOf(tx, after.source.id, confirmers)
    return introduction ? [...own, introductionAward(after, introduction)] : own
  }

  /** @throws Failure 404 unless the actor is in the meeting, or `isKnown` to have been */
  return async (
    actor: string,
    meetingId: string,
    change: Change,
    isKnown = (meeting: MeetingDocument) => meeting.participants.includes(actor),
  ): Promise<MeetingDocument> => {
    const isPresent = await meetableFor(actor)
    const work = async (tx: Transaction) => {
      const stored = await tx.get(meetings, meetingId)
      if (!stored || !isKnown(stored)) throw notFound('meeting')
      const now = clock()
      const before = settle(stored, now)
      const command = { actor, now, isPresent }
      const after = change(before, command)
      if (after === stored) return stored
      const written = withDerived(after, now)
      tx.put(meetings, written)
      for (const happening of happeningsOf(before, written, actor)) notify(tx, happening)
      for (const happening of choiceDue(before, written, command)) notify(tx, happening)
      for (const award of await earned(tx, before, after)) await awards.award(tx, award)
      for (const { kind, member, source } of lostAwards(before, after))
        await awards.voidAward(tx, { kind, member, source, by: actor, reason: 'Undone by the member' })
      return written
    }
    return retryOnContention(() => store.transact(work))
  }
}
