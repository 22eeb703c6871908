import type { DryRun, DryRunResult } from '#shared/prestige/schema.ts'
import * as m from '#shared/prestige/messages.ts'
import { RULES_IN_FORCE, type RuleSet } from '#shared/prestige/rules.ts'
import type { Tier } from '#shared/people/tiers.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Clock } from '#server/lib/clock.ts'
import { invalidFields } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'

import { evaluate } from './evaluation.ts'
import { earners } from './queries.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
}

/** Number of members whose entries each call reads. */
const MEMBERS_PER_CALL = 50

/** Finds members whose tier other rules would change, without changing anything. */
export const createDryRun =
  ({ store, clock, operations, people }: Deps) =>
  async ({ id, sessionHash }: Actor, { rules: trial, cursor }: DryRun): Promise<DryRunResult> => {
    const rules = trialRules(trial)
    if (cursor === undefined) {
      await operations.audit.record({
        action: 'prestige.dry_run',
        actor: id,
        after: { rules: trial },
        sessionHash,
      })
    }
    const query = fingerprint('dry-run')
    const views = await store.views()
    const { items, ...next } = pageAt(cursor, query, (range) => earners(views, range), MEMBERS_PER_CALL)
    const now = clock()
    const changes: { id: string; from: Tier; to: Tier }[] = []
    for (const { id: memberId, entries } of items) {
      const from = evaluate(entries, RULES_IN_FORCE, now).tier
      const to = evaluate(entries, rules, now).tier
      if (from !== to) changes.push({ id: memberId, from, to })
    }
    const names = await people.members.namesForAdmins(changes.map((change) => change.id))
    return {
      checked: items.length,
      changes: changes.map(({ id: memberId, from, to }) => ({
        member: { id: memberId, displayName: names.get(memberId) ?? memberId },
        from,
        to,
      })),
      ...next,
    }
  }

/** @throws Failure when a tier requires less than the one below */
function trialRules({ tiers, ...rules }: DryRun['rules']): RuleSet {
  for (const [at, { points, people }] of tiers.entries()) {
    const below = tiers[at - 1]
    if (below && (points < below.points || people < below.people)) {
      throw invalidFields({ [`rules.tiers.${at}`]: m.dryRunOrder() })
    }
  }
  return {
    ...RULES_IN_FORCE,
    ...rules,
    tiers: RULES_IN_FORCE.tiers.map(({ tier }, at) => ({ tier, ...tiers[at]! })),
  }
}
