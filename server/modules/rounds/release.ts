import * as m from '#shared/rounds/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { PROPOSAL_LIFETIME } from '#shared/meetings/rules.ts'
import { MAX_GROUP, ROUND_LIMITS } from '#shared/rounds/rules.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, notFound } from '#server/lib/failure.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { participantId, type RoundParticipants } from './participants.ts'
import { apartFrom, smallGroups, withoutMeeting } from './queries.ts'
import { allOf } from '#server/store/all-of.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type RoundDocument, type RoundParticipant, roundParticipants, rounds } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
  meetings: Meetings
  participants: RoundParticipants
}

/** Milliseconds after the release at which answers are counted, once the proposed meetings have expired. */
const ANSWERS_COUNTED_AFTER = PROPOSAL_LIFETIME + DAY

/** Turns the groups of a round into proposed meetings. */
export function createRoundRelease({ store, clock, operations, people, meetings, participants }: Deps) {
  /** Members who are in, the longest members first: the first of them organises the meeting. */
  async function inOrder(group: readonly RoundParticipant[]) {
    const since = await Promise.all(group.map(({ member }) => people.members.joinedAtOf(member)))
    return group
      .map((participant, at) => ({ participant, key: `${since[at]} ${participant.member}` }))
      .filter(({ participant }) => participant.state === 'in')
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ participant }) => participant)
  }

  /**
   * In one transaction, with the same id each time: there is one meeting and one notification however often it is
   * interrupted or called.
   */
  async function releaseGroup({ id: roundId, title }: RoundDocument, number: number) {
    const members = (await inOrder(await groupOf(store, roundId, number))).map(({ member }) => member)
    if (members.length < 2) return
    const slots = await meetings.availability.timesFor(members, ROUND_LIMITS.minutes)
    const meeting = joinedId(roundId, 'group', String(number))
    await store.transact(async (tx) => {
      const now = await groupOf(tx, roundId, number)
      if (now.some((participant) => participant.meeting !== undefined)) return
      const able = await inOrder(now)
      const topics = able.map(({ topic }) => topic).filter(Boolean)
      const met = await meetings.meetings.arrange(tx, {
        id: meeting,
        members: able.map(({ member }) => member),
        purpose: title,
        agenda: topics,
        durationMinutes: ROUND_LIMITS.minutes,
        slots,
      })
      const matchedAt = isoInstant(clock())
      for (const participant of able)
        if (met.includes(participant.member))
          tx.put(roundParticipants, { ...participant, meeting, matchedAt })
    })
  }

  /** Moves people whose partners have left to each other, or into a pair. */
  async function placeAlone({ id: round }: RoundDocument) {
    const views = await store.views()
    const groups = smallGroups(views, round)
    for (const own of groups.filter(({ members }) => members.length === 1)) {
      const [member = ''] = own.members
      const apart = new Set(apartFrom(views, [member], clock()).map(({ other }) => other))
      const target = groups.find(
        (group) =>
          group !== own &&
          group.members.length > 0 &&
          group.members.length < MAX_GROUP &&
          !group.members.some((other) => apart.has(other)),
      )
      // Someone who joined them meanwhile has kept the group.
      if (!target || own.members.length > 1) continue
      target.members.push(member)
      own.members = []
      await store.transact(async (tx) =>
        moveAlone(tx, { round, member, from: own.number, to: target.number }),
      )
    }
  }

  async function finish(round: RoundDocument) {
    const alone = withoutMeeting(await store.views(), round.id)
    await store.transact(async (tx) => {
      const stored = await tx.get(rounds, round.id)
      if (stored?.state !== 'releasing') return
      const dueAt = isoInstant(clock() + ANSWERS_COUNTED_AFTER)
      tx.put(rounds, { ...stored, state: 'released', dueAt })
      if (alone.length > 0)
        operations.outbox.notify(tx, {
          topic: 'round',
          subject: { kind: 'round', id: round.id },
          dedupeKey: `${round.id} unmatched`,
          recipients: alone,
          data: { news: 'unmatched', title: round.title },
        })
    })
  }

  /** Continues where an interruption stopped it. Safe on several replicas. */
  async function proceed(id: string): Promise<void> {
    const round = await store.get(rounds, id)
    if (round?.state !== 'releasing') return
    await placeAlone(round)
    for (let number = 1; number <= round.groups; number += 1) await releaseGroup(round, number)
    await finish(round)
  }

  return {
    proceed,

    /** Releasing twice succeeds. @throws Failure 404, 409 unless groups are proposed */
    async release(actor: Actor, id: string): Promise<void> {
      await store.transact(async (tx) => {
        const round = await tx.get(rounds, id)
        if (!round) throw notFound('round')
        if (round.state === 'releasing' || round.state === 'released') return
        if (round.state !== 'proposed') throw conflict('round_not_proposed', m.refusedNotProposed())
        const at = isoInstant(clock())
        tx.put(rounds, { ...round, state: 'releasing', releasedAt: at, dueAt: at })
        await operations.audit.record(
          {
            action: 'round.released',
            actor: actor.id,
            target: id,
            after: { title: round.title },
            sessionHash: actor.sessionHash,
          },
          tx,
        )
      })
    },

    /** Counts who answered the meetings that the round proposed. Safe on several replicas. */
    async countAnswers(id: string): Promise<void> {
      for (const { id: answer } of await allOf(store, roundParticipants, { where: { round: id } }))
        await store.transact(async (tx) => {
          const participant = await tx.get(roundParticipants, answer)
          if (!participant?.meeting || participant.answered !== undefined) return
          const answered = await meetings.meetings.hasAnswered(tx, participant.meeting, participant.member)
          await participants.countAnswer(tx, participant, answered)
        })
      await store.transact(async (tx) => {
        const round = await tx.get(rounds, id)
        if (round?.state !== 'released') return
        const { dueAt: _, ...counted } = round
        tx.put(rounds, counted)
      })
    },
  }
}

const groupOf = (reader: Pick<Transaction, 'find'>, round: string, group: number) =>
  allOf(reader, roundParticipants, { where: { round, group } })

/** Unless either group has changed meanwhile. */
async function moveAlone(
  tx: Transaction,
  { round, member, from, to }: { round: string; member: string; from: number; to: number },
) {
  const participant = await tx.get(roundParticipants, participantId(round, member))
  const joined = (await groupOf(tx, round, to)).filter(({ state }) => state === 'in')
  const isSame = participant?.state === 'in' && participant.group === from && !participant.meeting
  if (!isSame || joined.length >= MAX_GROUP || joined.some(({ meeting }) => meeting)) return
  tx.put(roundParticipants, { ...participant, group: to })
}
