import { Type, type Static } from 'typebox'

import * as m from './messages.ts'
import { MemberCardSchema, TierStatementSchema } from '#shared/people/members.ts'
import { SETTINGS_LIMITS } from '#shared/community/rules.ts'
import { CursorQuerySchema, IdSchema, pageOf } from '#shared/lib/page.ts'
import { AWARD_KINDS, DISPUTE_DECISIONS, LESS_REASONS, PRESTIGE_LIMITS } from './rules.ts'
import { TIERS } from '#shared/people/tiers.ts'
import { VISIBILITIES } from '#shared/people/profile.ts'

const strict = { additionalProperties: false } as const

const KindSchema = Type.Enum([...AWARD_KINDS])
const TierSchema = Type.Enum([...TIERS])
const LessSchema = Type.Enum([...LESS_REASONS])

/** Reason why an entry no longer counts. */
const VoidedSchema = Type.Object({ reason: Type.String(), at: Type.String() })

const DecisionSchema = Type.Object({
  outcome: Type.Enum([...DISPUTE_DECISIONS]),
  reason: Type.String(),
  at: Type.String(),
})

/** An entry of the ledger in the account export. Other members appear as ids. */
export const PrestigeRecordSchema = Type.Object({
  kind: KindSchema,
  /** Source of the entry, such as `meeting:<id>`. */
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

const PrestigeSummarySchema = Type.Object({
  ...TierStatementSchema.properties,
  points: Type.Number(),
  /** ISO instant at which the tier ends, unless the missing points are earned by then. */
  graceUntil: Type.Optional(Type.String()),
  /** Requirements of the next tier, or for keeping this one. Undefined at the top. */
  missing: Type.Optional(Type.Object({ tier: TierSchema, points: Type.Number(), people: Type.Integer() })),
})
export type PrestigeSummary = Static<typeof PrestigeSummarySchema>

const DisputeSchema = Type.Object({
  /** Undefined if the viewer cannot see them. */
  by: Type.Optional(MemberCardSchema),
  mine: Type.Boolean(),
  reason: Type.String(),
  at: Type.String(),
  /** Undefined while the dispute is open. */
  decision: Type.Optional(DecisionSchema),
})
export type PrestigeDispute = Static<typeof DisputeSchema>

const entry = {
  id: Type.String(),
  kind: KindSchema,
  /** One sentence that explains the entry. */
  sentence: Type.String(),
  points: Type.Number(),
  /** ISO instants. */
  at: Type.String(),
  expiresAt: Type.String(),
  voided: Type.Optional(VoidedSchema),
  /** Disputes; people who confirmed it see only their own. */
  disputes: Type.Array(DisputeSchema),
  /** Whether the viewer can dispute it now. */
  disputable: Type.Boolean(),
}

const PrestigeEntrySchema = Type.Object({
  ...entry,
  /** Number of the points that count now. */
  counted: Type.Number(),
  less: Type.Optional(LessSchema),
  /** Confirmers, without those whom the viewer cannot see. */
  confirmedBy: Type.Array(MemberCardSchema),
  /** Number of further confirmers. */
  others: Type.Integer(),
})
export type PrestigeEntry = Static<typeof PrestigeEntrySchema>

/** A member's settings for sharing their prestige. */
export const SharingSchema = Type.Object(
  {
    /** Whether the public page lists the member. */
    listed: Type.Boolean(),
    /** Visibility of the tier on the profile. */
    visibility: Type.Enum([...VISIBILITIES]),
  },
  strict,
)
export type Sharing = Static<typeof SharingSchema>

/** The member's own statement: all entries, the latest first. */
export const OwnPrestigeSchema = Type.Object({
  summary: PrestigeSummarySchema,
  sharing: SharingSchema,
  /** The link to the statement, which is shown only when it is created. */
  link: Type.Optional(Type.Object({ createdAt: Type.String() })),
  ...pageOf(PrestigeEntrySchema).properties,
})
export type OwnPrestige = Static<typeof OwnPrestigeSchema>

/** Shown on the dashboard: the summary, and the latest entries, which explain why it changed. */
export const LatestPrestigeSchema = Type.Object({
  summary: PrestigeSummarySchema,
  entries: Type.Array(
    Type.Object({ id: Type.String(), sentence: Type.String(), points: Type.Number(), at: Type.String() }),
  ),
})
export type LatestPrestige = Static<typeof LatestPrestigeSchema>

/** An entry that the viewer confirmed for another member, latest first. */
const ConfirmedEntrySchema = Type.Object({ ...entry, member: MemberCardSchema })
export type ConfirmedEntry = Static<typeof ConfirmedEntrySchema>
export const ConfirmedPageSchema = pageOf(ConfirmedEntrySchema)
export type ConfirmedPage = Static<typeof ConfirmedPageSchema>

const ReasonSchema = Type.String({
  minLength: PRESTIGE_LIMITS.reason.min,
  maxLength: PRESTIGE_LIMITS.reason.max,
  pattern: '\\S',
  explain: () => m.reasonRule(PRESTIGE_LIMITS.reason),
})
export const NewDisputeSchema = Type.Object({ reason: ReasonSchema }, strict)

/** The only answer that contains the link. */
export const StatementLinkSchema = Type.Object({ url: Type.String(), createdAt: Type.String() })
export type StatementLink = Static<typeof StatementLinkSchema>

/** A listed member, with their public fields. */
const PublicMemberSchema = Type.Object({
  id: Type.String(),
  displayName: Type.String(),
  photo: Type.Optional(Type.String()),
  headline: Type.Optional(Type.String()),
  company: Type.Optional(Type.String()),
  industry: Type.Optional(Type.String()),
  city: Type.Optional(Type.String()),
  ...TierStatementSchema.properties,
})
export type PublicMember = Static<typeof PublicMemberSchema>
export const PublicMemberPageSchema = Type.Object({
  ...pageOf(PublicMemberSchema).properties,
  total: Type.Integer(),
})
export type PublicMemberPage = Static<typeof PublicMemberPageSchema>

export const PublicMembersQuerySchema = Type.Object(
  {
    tier: Type.Optional(TierSchema),
    industry: Type.Optional(Type.String({ maxLength: SETTINGS_LIMITS.industry })),
    ...CursorQuerySchema.properties,
  },
  strict,
)
export type PublicMembersQuery = Static<typeof PublicMembersQuerySchema>

/** The secret of a statement's link. */
export const StatementQuerySchema = Type.Object({ statement: Type.String({ maxLength: 128 }) }, strict)

export const PublicStatementSchema = Type.Object({
  ...Type.Omit(PublicMemberSchema, ['id', 'photo']).properties,
  bio: Type.Optional(Type.String()),
  links: Type.Optional(Type.Array(Type.String())),
  /** When the server verified it. ISO instant. */
  verifiedAt: Type.String(),
})
export type PublicStatement = Static<typeof PublicStatementSchema>

const ExampleEntrySchema = Type.Object({
  kind: KindSchema,
  sentence: Type.String(),
  confirmedBy: Type.Array(Type.String()),
  at: Type.String(),
  points: Type.Number(),
  counted: Type.Number(),
  less: Type.Optional(LessSchema),
})

const TierNeedsSchema = Type.Object(
  {
    points: Type.Integer({ minimum: 1, maximum: 10_000 }),
    people: Type.Integer({ minimum: 1, maximum: 1_000 }),
  },
  strict,
)

/** The rules in force, and an example calculated by them. */
export const PublicPrestigeSchema = Type.Object({
  rules: Type.Object({
    version: Type.Integer(),
    points: Type.Record(Type.String(), Type.Number()),
    weeklyCap: Type.Number(),
    samePairShares: Type.Array(Type.Number()),
    samePairDays: Type.Integer(),
    validDays: Type.Integer(),
    tiers: Type.Array(Type.Object({ tier: TierSchema, ...TierNeedsSchema.properties })),
    graceDays: Type.Integer(),
    hostedCheckIns: Type.Integer(),
  }),
  example: Type.Object({
    name: Type.String(),
    items: Type.Array(ExampleEntrySchema),
    summary: PrestigeSummarySchema,
  }),
})
export type PublicPrestige = Static<typeof PublicPrestigeSchema>

const NamedSchema = Type.Object({ id: Type.String(), displayName: Type.String() })

/** An entry with open disputes, for admins. */
const DisputedEntrySchema = Type.Object({
  id: Type.String(),
  kind: KindSchema,
  sentence: Type.String(),
  points: Type.Number(),
  at: Type.String(),
  member: NamedSchema,
  confirmedBy: Type.Array(NamedSchema),
  disputes: Type.Array(Type.Object({ by: NamedSchema, reason: Type.String(), at: Type.String() })),
  /** Whether the viewer may decide: not on their own entry. */
  decidable: Type.Boolean(),
})
export type DisputedEntry = Static<typeof DisputedEntrySchema>
export const DisputedPageSchema = pageOf(DisputedEntrySchema)
export type DisputedPage = Static<typeof DisputedPageSchema>

export const DecisionEditSchema = Type.Object(
  { outcome: Type.Enum([...DISPUTE_DECISIONS]), reason: ReasonSchema },
  strict,
)
export type DecisionEdit = Static<typeof DecisionEditSchema>

/** Groups of members who were only confirmed by each other. */
export const RingsSchema = Type.Object({
  items: Type.Array(
    Type.Object({
      members: Type.Array(
        Type.Object({ ...NamedSchema.properties, tier: TierSchema, points: Type.Number() }),
      ),
    }),
  ),
})
export type Rings = Static<typeof RingsSchema>

/** The parts of a rule set that can be tried. Entries keep their points and their validity. */
const TrialRulesSchema = Type.Object(
  {
    weeklyCap: Type.Integer({ minimum: 1, maximum: 1_000 }),
    samePairShares: Type.Array(Type.Number({ minimum: 0, maximum: 1 }), { minItems: 1, maxItems: 10 }),
    samePairDays: Type.Integer({ minimum: 1, maximum: 365 }),
    graceDays: Type.Integer({ minimum: 0, maximum: 365 }),
    /** Requirements for Bronze, Silver and Gold. */
    tiers: Type.Array(TierNeedsSchema, { minItems: TIERS.length - 1, maxItems: TIERS.length - 1 }),
  },
  strict,
)
export type TrialRules = Static<typeof TrialRulesSchema>

/** Each call tries the rules on some members; `next` continues with the others. */
export const DryRunSchema = Type.Object({ rules: TrialRulesSchema, ...CursorQuerySchema.properties }, strict)
export type DryRun = Static<typeof DryRunSchema>
export const DryRunResultSchema = Type.Object({
  checked: Type.Integer(),
  changes: Type.Array(Type.Object({ member: NamedSchema, from: TierSchema, to: TierSchema })),
  next: Type.Optional(Type.String()),
})
export type DryRunResult = Static<typeof DryRunResultSchema>

export const EntryParamsSchema = Type.Object({ entryId: IdSchema })
