import { SECOND } from '#shared/lib/durations.ts'
import { industryName } from '#shared/community/industries.ts'
import * as m from '#shared/people/messages.ts'
import { SETTINGS_LIMITS } from '#shared/community/rules.ts'
import type { AllSettings } from '#shared/community/settings.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { invalidFields } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { MemberService } from '#server/modules/people/members/service.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { industryMoves } from './collection.ts'

type Industries = AllSettings['industries']

interface Deps {
  store: Store
  clock: Clock
  members: MemberService
}

/** Upper bound in milliseconds for which a replica may still accept the removed name. */
const REPLICA_DELAY = 10 * SECOND
/** A list can be changed again before all members have moved. */
const MAX_MOVES = 5 * SETTINGS_LIMITS.industries

/**
 * Moves members when industries change: to the new name of a renamed one, and to the admin's choice for a removed
 * one.
 */
export function createIndustryMoves({ store, clock, members }: Deps) {
  /** Moves one batch. Its target is read in the same transaction, because another change may have replaced it. */
  const moveBatch = (id: string) =>
    store.transact(async (tx) => {
      const move = await tx.get(industryMoves, id)
      if (!move) return false
      if (await members.moveIndustry(tx, move.from, move.to)) return true
      if (Date.parse(move.startedAt) + REPLICA_DELAY <= clock()) tx.delete(industryMoves, id)
      return false
    })

  return {
    /**
     * Runs as part of the change of the list.
     * @throws Failure 400 when the change does not name targets for its members
     */
    async plan(tx: Transaction, { before, after }: { before: Industries; after: Industries }) {
      const targets = targetsOf(before, after)
      const { items: pending } = await tx.find(industryMoves, { limit: MAX_MOVES })
      for (const move of pending) {
        const to = targets.get(move.to) ?? move.to
        if (after.names.includes(move.from)) tx.delete(industryMoves, move.id)
        else if (to !== move.to) tx.put(industryMoves, { ...move, to })
      }
      for (const [from, to] of targets) {
        tx.put(industryMoves, { id: joinedId(from), from, to, startedAt: isoInstant(clock()) })
      }
    },

    /** Moves the remaining members, also after an interruption. Safe to run on several replicas at once. */
    async finish() {
      const { items } = await store.find(industryMoves, { limit: MAX_MOVES })
      for (const { id } of items) while (await moveBatch(id));
    },
  }
}

/** The replacement for each name that the change removes from the list. */
function targetsOf(before: Industries, { names, moves }: Industries) {
  const targets = new Map(moves.map(({ from, to }) => [from, to]))
  const left = before.names.filter((name) => !names.includes(name))
  const wrong = left.find((name) => !targets.has(name))
  if (wrong !== undefined)
    throw invalidFields({ moves: m.industryMoveRule({ industry: industryName(wrong) }) })
  for (const [from, to] of targets) {
    if (!left.includes(from))
      throw invalidFields({ moves: m.industryMoveStays({ industry: industryName(from) }) })
    if (to && !names.includes(to))
      throw invalidFields({ moves: m.industryMoveUnknown({ industry: industryName(to) }) })
  }
  return targets
}
