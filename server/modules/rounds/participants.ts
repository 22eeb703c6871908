import * as m from '#shared/rounds/messages.ts'
import { MAX_UNANSWERED } from '#shared/rounds/rules.ts'
import type { MemberRound, MemberRounds, OptIn } from '#shared/rounds/schema.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, notFound } from '#server/lib/failure.ts'
import { oneLine } from '#server/lib/text/plain-text.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { isRoundFor, memberRounds } from './queries.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type RoundParticipant, everyRound, roundParticipants, rounds } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
}

export const participantId = (round: string, member: string) => joinedId(round, member)

export type RoundParticipants = ReturnType<typeof createRoundParticipants>

/** Members' answers to rounds. */
export function createRoundParticipants({ store, clock, operations, people }: Deps) {
  /** Deadlines of open rounds, in memory: without one, the dashboard asks the database nothing. */
  const deadlines = new Map<string, number>()
  const { sync } = store.openFeed(rounds, {
    put({ id, state, optInUntil }) {
      if (state === 'open') deadlines.set(id, Date.parse(optInUntil))
      else deadlines.delete(id)
    },
    remove: (id) => void deadlines.delete(id),
    reset: () => deadlines.clear(),
  })

  async function list(member: string): Promise<MemberRounds> {
    const views = await store.views()
    const every = await store.get(everyRound, member)
    return { items: memberRounds(views, { viewerId: member, now: clock() }), everySince: every?.since }
  }

  return {
    /** Resolves once this process follows the rounds. */
    sync,

    list,

    /** Rounds that are open for the member; undefined if there are none. */
    async openFor(member: string): Promise<MemberRound[] | undefined> {
      await sync()
      const now = clock()
      if (!deadlines.values().some((deadline) => deadline > now)) return undefined
      const found = memberRounds(await store.views(), { viewerId: member, now })
      const open = found.filter(({ isOpen }) => isOpen)
      return open.length > 0 ? open : undefined
    },

    /** Joining twice succeeds, with the latest topic. @throws Failure 404, 409 after the deadline */
    async optIn(member: string, roundId: string, sent: OptIn): Promise<MemberRounds> {
      const topic = oneLine(sent.topic)
      if (!isRoundFor(await store.views(), roundId, { viewerId: member, now: clock() }))
        throw notFound('round')
      await store.transact(async (tx) => {
        const id = participantId(roundId, member)
        const [round, before, every, account] = await Promise.all([
          tx.get(rounds, roundId),
          tx.get(roundParticipants, id),
          tx.get(everyRound, member),
          people.members.accountStateOf(tx, member),
        ])
        if (!round || account !== 'active') throw notFound('round')
        const now = clock()
        if (round.state !== 'open' || Date.parse(round.optInUntil) <= now) throw closed()
        const at = isoInstant(now)
        tx.put(roundParticipants, { ...before, id, round: roundId, member, state: 'in', topic, at })
        if (sent.every)
          tx.put(everyRound, {
            id: member,
            topic,
            since: every?.since ?? at,
            unanswered: every?.unanswered ?? 0,
          })
        else if (every && sent.every === false) tx.delete(everyRound, member)
      })
      return list(member)
    },

    /** Possible until the groups are released. @throws Failure 404, 409 after that */
    async optOut(member: string, roundId: string): Promise<void> {
      await store.transact(async (tx) => {
        const id = participantId(roundId, member)
        const [round, before, every] = await Promise.all([
          tx.get(rounds, roundId),
          tx.get(roundParticipants, id),
          tx.get(everyRound, member),
        ])
        if (!round || (!before && !every)) throw notFound('round')
        if (round.state === 'releasing' || round.state === 'released') throw released()
        const at = isoInstant(clock())
        tx.put(roundParticipants, { id, round: roundId, member, state: 'out', topic: '', at })
      })
    },

    /** Stopping twice succeeds. Rounds that the member joined themselves stay joined. */
    async stop(member: string): Promise<void> {
      await store.transact(async (tx) => tx.delete(everyRound, member))
    },

    /**
     * Counts once whether someone answered the meeting that a round proposed to them. Without an answer in two rounds they
     * no longer join every round, and are told how to return.
     */
    async countAnswer(tx: Transaction, participant: RoundParticipant, answered: boolean): Promise<void> {
      const every = await tx.get(everyRound, participant.member)
      tx.put(roundParticipants, { ...participant, answered })
      if (!every) return
      const unanswered = answered ? 0 : every.unanswered + 1
      if (unanswered < MAX_UNANSWERED) {
        tx.put(everyRound, { ...every, unanswered })
        return
      }
      tx.delete(everyRound, every.id)
      operations.outbox.notify(tx, {
        topic: 'round',
        subject: { kind: 'round', id: participant.round },
        dedupeKey: `${participant.id} paused`,
        recipients: [every.id],
        data: { news: 'paused' },
      })
    },
  }
}

const closed = () => conflict('round_closed', m.refusedClosed())
const released = () => conflict('round_released', m.refusedReleased())
