import type { PrestigeSummary } from '#shared/prestige/schema.ts'
import type { TierStatement } from '#shared/people/members.ts'
import { RULES_IN_FORCE } from '#shared/prestige/rules.ts'

import type { StoredEvaluation } from './collection.ts'

export function summaryView({ tier, points, people, since, graceUntil }: StoredEvaluation): PrestigeSummary {
  const unmet = RULES_IN_FORCE.tiers.find((needs) => points < needs.points || people < needs.people)
  return {
    ...tierStatement({ tier, people, since }),
    points,
    graceUntil,
    missing: unmet && {
      tier: unmet.tier,
      points: Math.max(0, unmet.points - points),
      people: Math.max(0, unmet.people - people),
    },
  }
}

export const tierStatement = ({
  tier,
  people,
  since,
}: Pick<StoredEvaluation, 'tier' | 'people'> & { since?: string | undefined }): TierStatement => ({
  tier,
  people,
  since,
})
