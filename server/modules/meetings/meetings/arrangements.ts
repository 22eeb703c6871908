import type { MeetingProposal } from '#shared/meetings/schema.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Reader, Transaction } from '#server/store/port.ts'

import { meetings } from './collection.ts'
import { arrangedHash, withDerived } from './document/state.ts'
import { domainEventsOf } from './domain-events.ts'
import { arrange } from './proposal/voting.ts'
import { isOff } from './rules.ts'

interface Deps {
  clock: Clock
  operations: Operations
  people: People
}

export interface Arrangement {
  /** Id of the meeting; the same for each attempt. */
  id: string
  /** The first organises it. They need not be connected: each of them has agreed to it. */
  members: readonly string[]
  purpose: string
  agenda: readonly string[]
  durationMinutes: number
  /** ISO instants, in order of time. */
  slots: readonly string[]
  /** Id of the ask with which the first offers to help the other. Undefined for members who were matched. */
  ask?: string
}

const MIN_PARTICIPANTS = 2

/** Meetings that the product arranges between members who agreed to them (decision 144). */
export function createArrangements({ clock, operations, people }: Deps) {
  /** Inactive members are left out, and of two with a block the blocker, as from any meeting (decision 011). */
  async function ableAmong(tx: Transaction, members: readonly string[]) {
    const states = await Promise.all(members.map((id) => people.members.accountStateOf(tx, id)))
    const active = members.filter((_, at) => states[at] === 'active')
    const blocks = await people.blocks.blocksAmong(tx, active)
    return blocks.reduce(
      (left, { blocker, blocked }) =>
        left.includes(blocker) && left.includes(blocked) ? left.filter((id) => id !== blocker) : left,
      active,
    )
  }

  return {
    /**
     * Proposes the meeting and notifies each of its participants, except a member who offers help.
     * @returns the participants; none when fewer than two can meet
     */
    async arrange(
      tx: Transaction,
      { id, members, agenda, slots, purpose, durationMinutes, ask }: Arrangement,
    ): Promise<readonly string[]> {
      const [organiser = '', ...participants] = await ableAmong(tx, members)
      if (1 + participants.length < MIN_PARTICIPANTS) return []
      const now = clock()
      const proposal = {
        purpose,
        kind: ask === undefined ? 'introduction' : 'advice',
        participants,
        durationMinutes,
        slots: [...slots],
        place: '',
        joinUrl: '',
        agenda: [...agenda],
        source: ask === undefined ? undefined : { kind: 'ask', id: ask },
      } satisfies MeetingProposal
      const requestHash = arrangedHash(id)
      const meeting = withDerived(arrange({ id, organiser, proposal, requestHash, now }), now)
      tx.create(meetings, meeting)
      const helper = ask === undefined ? undefined : organiser
      for (const { data, ...domainEvent } of domainEventsOf(undefined, meeting, helper))
        operations.outbox.notify(tx, { ...domainEvent, data: helper ? data : { ...data, news: 'matched' } })
      return [organiser, ...participants]
    },

    /** Whether each of the meetings can still take place, or did. */
    areOn: async (reader: Pick<Reader, 'getMany'>, ids: readonly string[]): Promise<boolean[]> =>
      (await reader.getMany(meetings, ids)).map((meeting) => meeting !== undefined && !isOff.of(meeting)),

    /** Whether the member voted on a time, declined, or confirmed whether it took place. */
    async hasAnswered(reader: Pick<Reader, 'get'>, meetingId: string, memberId: string): Promise<boolean> {
      const meeting = await reader.get(meetings, meetingId)
      if (!meeting) return false
      const { slots, departures, confirmations } = meeting
      return [...slots.flatMap(({ votes }) => votes), ...departures, ...confirmations].some(
        ({ member }) => member === memberId,
      )
    },
  }
}
