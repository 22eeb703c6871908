import { batchesOf } from '#shared/lib/batches.ts'
import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { factsOf } from './matching/facts.ts'
import type { Matched, Pair } from './matching/match.ts'
import type { Question } from './matching/matcher.ts'
import { participantId } from './participants.ts'
import { apartFrom, audienceOf, groupedIn, poolOf, type PoolRow } from './queries.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { nextId, type RoundDocument, roundParticipants, rounds } from './collection.ts'
import { announceRound } from './opening.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  operations: Operations
  /** Does not block the event loop. */
  match: (question: Question) => Promise<Matched>
}

/** Milliseconds after which an attempt counts as dead, and another replica begins anew. */
const ATTEMPT_TIMEOUT = 5 * MINUTE
/** Milliseconds for which going to the same event is a reason to meet. */
export const EVENTS_COUNT_FOR = 90 * DAY
const MEMBERS_AT_ONCE = 100

/** Forms the groups of rounds whose deadline has passed, for organisers to review. */
export function createRoundProposals({ store, clock, newId, operations, match }: Deps) {
  async function begin(id: string): Promise<RoundDocument | undefined> {
    return store.transact(async (tx) => {
      const round = await tx.get(rounds, id)
      const isDue = round?.dueAt !== undefined && Date.parse(round.dueAt) <= clock()
      if (!isDue || (round.state !== 'open' && round.state !== 'matching')) return undefined
      const dueAt = isoInstant(clock() + ATTEMPT_TIMEOUT)
      const begun: RoundDocument = { ...round, state: 'matching', attempt: newId(), dueAt }
      tx.put(rounds, begun)
      return begun
    })
  }

  async function matched({ id, size }: RoundDocument, pool: readonly PoolRow[]): Promise<Matched> {
    const ids = pool.map((person) => person.id)
    const positions = new Map(ids.map((person, at) => [person, at]))
    const now = clock()
    const facts = await factsOf(store.views, ids, { now, since: isoInstant(now - EVENTS_COUNT_FOR) })
    const apart: Pair[] = []
    for (const batch of batchesOf(ids, MEMBERS_AT_ONCE))
      for (const { one, other } of apartFrom(await store.views(), batch, now)) {
        const at = positions.get(other)
        if (at !== undefined) apart.push([positions.get(one)!, at])
      }
    const people = pool.map((person) => ({ id: person.id, isNewcomer: person.isNewcomer === 1 }))
    return match({ people, apart, facts, size, seed: id })
  }

  /** Writes the group of each, unless they opted out meanwhile. Undefined: of someone who is no longer in the pool. */
  async function write(
    round: RoundDocument,
    groups: readonly (readonly [member: string, group: number | undefined])[],
    topics: ReadonlyMap<string, string>,
  ) {
    for (const batch of batchesOf(groups, MEMBERS_AT_ONCE))
      await store.transact(async (tx) => {
        if (!(await current(tx, round))) return
        const ids = batch.map(([member]) => participantId(round.id, member))
        const found = await tx.getMany(roundParticipants, ids)
        for (const [at, [member, group]] of batch.entries()) {
          const joined = { id: ids[at]!, round: round.id, member, at: isoInstant(clock()) }
          const own = found[at]?.state === 'invited' ? undefined : found[at]
          const before = own ?? { ...joined, state: 'in' as const, topic: topics.get(member) ?? '' }
          if (before.state === 'in') tx.put(roundParticipants, { ...before, group })
        }
      })
  }

  async function finish(begun: RoundDocument, groups: number) {
    const recipients = begun.monthly ? audienceOf(await store.views(), begun, clock()) : []
    await store.transact(async (tx) => {
      const round = await current(tx, begun)
      if (!round) return
      const { attempt: _, dueAt: __, ...rest } = round
      tx.put(rounds, { ...rest, state: 'proposed', groups })
      operations.outbox.notify(tx, {
        topic: 'round',
        subject: { kind: 'round', id: round.id },
        dedupeKey: `${round.id} proposed`,
        recipients: [round.openedBy],
        data: { news: groups > 0 ? 'proposed' : 'noGroups', title: round.title },
      })
      if (!round.monthly) return
      const next = nextRound(rest, clock())
      tx.put(rounds, next)
      announceRound(tx, operations.outbox, next, recipients)
    })
  }

  return {
    /** Safe on several replicas, and after an interruption. */
    async propose(id: string): Promise<void> {
      const round = await begin(id)
      if (!round) return
      const views = await store.views()
      const pool = poolOf(views, id, clock())
      const { groups, leftOut } = await matched(round, pool)
      const inPool = new Set(pool.map((person) => person.id))
      const numbers = [
        ...groupedIn(views, id).flatMap((member) =>
          inPool.has(member) ? [] : [[member, undefined] as const],
        ),
        ...groups.flatMap((group, at) => group.map((member) => [member, at + 1] as const)),
        ...leftOut.map((member) => [member, 0] as const),
      ]
      await write(round, numbers, new Map(pool.map(({ id: member, topic }) => [member, topic])))
      await finish(round, groups.length)
    },
  }
}

/** Undefined when another attempt has begun meanwhile, or the round was cancelled. */
const current = async (tx: Transaction, { id, attempt }: RoundDocument) => {
  const round = await tx.get(rounds, id)
  return round?.state === 'matching' && round.attempt === attempt ? round : undefined
}

/** Its deadline is a month after the last one, at the same time of day, and in short months on their last day. */
function nextRound(round: RoundDocument, now: number): RoundDocument {
  let deadline = Temporal.Instant.from(round.optInUntil).toZonedDateTimeISO('UTC')
  const { day = deadline.day } = round
  do deadline = deadline.add({ months: 1 }).with({ day })
  while (deadline.epochMilliseconds <= now)
  const optInUntil = isoInstant(deadline.epochMilliseconds)
  return {
    ...round,
    id: nextId(round.id),
    day,
    state: 'open',
    groups: 0,
    openedAt: isoInstant(now),
    optInUntil,
    dueAt: optInUntil,
  }
}
