import { Type, type Static } from 'typebox'

import { TIERS } from './rules.ts'

/** A member's tier as a statement contains it. */
export const TierStatementSchema = Type.Object({
  tier: Type.Enum([...TIERS]),
  /** ISO instant. Undefined for `Member`. */
  since: Type.Optional(Type.String()),
  /** Number of people who confirmed the entries that count now. */
  people: Type.Integer(),
})
export type TierStatement = Static<typeof TierStatementSchema>
