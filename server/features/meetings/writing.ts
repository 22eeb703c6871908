import type { Notify } from '#server/features/notifications/types.ts'
import type { Awards } from '#server/features/prestige/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import { retryOnContention } from '#server/lib/retry-on-contention.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { confirmersOf, type Introduction, introductionAward, lostAwards, newAwards } from './awards.ts'
import { meetings } from './collection.ts'
import type { MeetingDocument } from './document.ts'
import { choiceDue, happeningsOf } from './happenings.ts'
import { type Command, settle, startOf, withDerived } from './state.ts'

export interface WritingDeps {
  store: Store
  clock: Clock
  notify: Notify
  awards: Pick<Awards, 'award' | 'voidAward'>
  /** Introductions that connected two of these people, no longer ago than they count. @param metAt ISO instant */
  introductionsBehind: (
    reader: Pick<Reader, 'find'>,
    people: readonly string[],
    metAt: string,
  ) => Promise<Introduction[]>
  /** Whom the actor can meet: active, and no block between the two. */
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
  introductionsBehind,
  meetableFor,
}: WritingDeps) {
  /** The introducer earns once both whom they introduced have confirmed, whichever meeting they met in. */
  async function earned(tx: Transaction, before: MeetingDocument, after: MeetingDocument) {
    const own = newAwards(before, after)
    if (!own.some(({ kind }) => kind === 'meetingHeld')) return own
    const metAt = isoInstant(startOf(after))
    const introductions = await introductionsBehind(tx, confirmersOf(after), metAt)
    return [...own, ...introductions.map((introduction) => introductionAward(after, introduction))]
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
