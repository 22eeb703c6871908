import { Type } from 'typebox'

import { AWARD_KINDS, DISPUTE_DECISIONS } from './prestige-rules.ts'

const KindSchema = Type.Enum([...AWARD_KINDS])

/** Why an entry no longer counts. */
const VoidedSchema = Type.Object({ reason: Type.String(), at: Type.String() })

const DecisionSchema = Type.Object({
  /** Whether the entry still counts. */
  outcome: Type.Enum([...DISPUTE_DECISIONS]),
  reason: Type.String(),
  at: Type.String(),
})

/** An entry of the ledger in the account export. Other members appear as ids. */
export const PrestigeRecordSchema = Type.Object({
  kind: KindSchema,
  /** What it comes from, such as `meeting:<id>`. */
  source: Type.String(),
  subject: Type.String(),
  points: Type.Number(),
  ruleSet: Type.Integer(),
  confirmedBy: Type.Array(Type.String()),
  /** ISO instants. */
  at: Type.String(),
  expiresAt: Type.String(),
  voided: Type.Optional(VoidedSchema),
  disputes: Type.Optional(
    Type.Array(
      Type.Object({
        by: Type.String(),
        reason: Type.String(),
        at: Type.String(),
        decision: Type.Optional(DecisionSchema),
      }),
    ),
  ),
})
