import { Type, type Static } from 'typebox'

import { TIERS } from './prestige-rules.ts'

/** What a statement says of a member. */
export const TierStatementSchema = Type.Object({
  tier: Type.Enum([...TIERS]),
  /** ISO instant. Absent for `Member`. */
  since: Type.Optional(Type.String()),
  /** How many people confirmed what counts now. */
  people: Type.Integer(),
})
export type TierStatement = Static<typeof TierStatementSchema>
