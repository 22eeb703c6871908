import type { DryRun, DryRunResult } from '#shared/prestige.ts'
import { RULES_IN_FORCE, type RuleSet, type Tier } from '#shared/prestige-rules.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { allOf } from '#server/lib/all-of.ts'
import type { Clock } from '#server/lib/clock.ts'
import { invalidFields } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import { prestigeEntries, prestigeSummaries } from './collection.ts'
import { evaluate } from './evaluation.ts'
import { ofMember } from './summaries.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  namesForAdmins: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** Each call reads the entries of this many members. */
const MEMBERS_PER_CALL = 50

/** Whose tier other rules would change, without changing anything. */
export const createDryRun =
  ({ store, clock, audit, namesForAdmins }: Deps) =>
  async ({ id, sessionHash }: Actor, { rules: trial, cursor }: DryRun): Promise<DryRunResult> => {
    const rules = trialRules(trial)
    if (cursor === undefined) {
      await audit({ action: 'prestige.dry_run', actor: id, after: { rules: trial }, sessionHash })
    }
    const page = await store.find(prestigeSummaries, {
      limit: MEMBERS_PER_CALL,
      ...(cursor && { cursor }),
    })
    const now = clock()
    const changes: { id: string; from: Tier; to: Tier }[] = []
    for (const { id: memberId } of page.items) {
      const entries = await allOf(store, prestigeEntries, ofMember(memberId))
      const from = evaluate(entries, RULES_IN_FORCE, now).tier
      const to = evaluate(entries, rules, now).tier
      if (from !== to) changes.push({ id: memberId, from, to })
    }
    const names = await namesForAdmins(changes.map((change) => change.id))
    return {
      checked: page.items.length,
      changes: changes.map(({ id: memberId, from, to }) => ({
        member: { id: memberId, displayName: names.get(memberId) ?? memberId },
        from,
        to,
      })),
      ...(page.next && { next: page.next }),
    }
  }

/** @throws Failure when a tier needs less than the one below */
function trialRules({ tiers, ...rules }: DryRun['rules']): RuleSet {
  for (const [at, { points, people }] of tiers.entries()) {
    const below = tiers[at - 1]
    if (below && (points < below.points || people < below.people)) {
      throw invalidFields({ [`rules.tiers.${at}`]: 'Each tier needs at least as much as the one below.' })
    }
  }
  return {
    ...RULES_IN_FORCE,
    ...rules,
    tiers: RULES_IN_FORCE.tiers.map(({ tier }, at) => ({ tier, ...tiers[at]! })),
  }
}
