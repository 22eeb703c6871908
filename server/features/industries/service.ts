import { SETTINGS_LIMITS } from '#shared/community-rules.ts'
import type { AllSettings } from '#shared/community-settings.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { invalidFields } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { industryMoves } from './collection.ts'

type Industries = AllSettings['industries']

interface Deps {
  store: Store
  clock: Clock
  /** Gives some members of one industry another. @returns whether some may be left */
  moveMembers: (tx: Transaction, from: string, to: string) => Promise<boolean>
}

/** Milliseconds for which a replica may still accept the name that is no longer in the list, generously. */
const REPLICA_DELAY = 10_000
/** A list can be changed again before all members have moved. */
const MOST_MOVES = 5 * SETTINGS_LIMITS.industries

/** Members follow the industries: a renamed one takes them along, a removed one leaves them where the admin says. */
export function createIndustryMoves({ store, clock, moveMembers }: Deps) {
  /** One batch. What is to be done is read with it, since another change may have decided otherwise. */
  const moveBatch = (id: string) =>
    store.transact(async (tx) => {
      const move = await tx.get(industryMoves, id)
      if (!move) return false
      if (await moveMembers(tx, move.from, move.to)) return true
      if (Date.parse(move.startedAt) + REPLICA_DELAY <= clock()) tx.delete(industryMoves, id)
      return false
    })

  return {
    /**
     * Part of the change of the list.
     * @throws Failure 400 when the change does not say where members go
     */
    async plan(tx: Transaction, { before, after }: { before: Industries; after: Industries }) {
      const targets = targetsOf(before, after)
      const { items: pending } = await tx.find(industryMoves, { limit: MOST_MOVES })
      for (const move of pending) {
        const to = targets.get(move.to) ?? move.to
        if (after.names.includes(move.from)) tx.delete(industryMoves, move.id)
        else if (to !== move.to) tx.put(industryMoves, { ...move, to })
      }
      for (const [from, to] of targets) {
        tx.put(industryMoves, { id: joinedId(from), from, to, startedAt: isoInstant(clock()) })
      }
    },

    /** Moves who is left, also after an interruption. Safe to run on several replicas at once. */
    async finish() {
      const { items } = await store.find(industryMoves, { limit: MOST_MOVES })
      for (const { id } of items) while (await moveBatch(id));
    },
  }
}

/** For each name that the change removes from the list, the one that its members get. */
function targetsOf(before: Industries, { names, moves }: Industries) {
  const targets = new Map(moves.map(({ from, to }) => [from, to]))
  const left = before.names.filter((name) => !names.includes(name))
  const wrong = left.find((name) => !targets.has(name))
  if (wrong !== undefined) throw invalidFields({ moves: `Choose which industry members of “${wrong}” get.` })
  for (const [from, to] of targets) {
    if (!left.includes(from))
      throw invalidFields({ moves: `“${from}” is still in the list: its members stay there.` })
    if (to && !names.includes(to))
      throw invalidFields({ moves: `“${to}” is not in the list. Choose another industry for its members.` })
  }
  return targets
}
