import { Type, type Static } from 'typebox'

import { AWARD_KINDS, DISPUTE_DECISIONS, TIERS } from '#shared/prestige-rules.ts'
import { VISIBILITIES } from '#shared/profile.ts'
import { defineCollection } from '#server/store/port.ts'

const DisputeSchema = Type.Object({
  /** Member id: who earned the entry, or one of those who confirmed it. */
  by: Type.String(),
  reason: Type.String(),
  at: Type.String(),
  /** Absent while the dispute is open. */
  decision: Type.Optional(
    Type.Object({
      outcome: Type.Enum([...DISPUTE_DECISIONS]),
      by: Type.String(),
      reason: Type.String(),
      at: Type.String(),
    }),
  ),
})
export type DisputeDocument = Static<typeof DisputeSchema>

const EntryDocumentSchema = Type.Object({
  /** `joinedId(kind, source, member)`. */
  id: Type.String(),
  member: Type.String(),
  kind: Type.Enum([...AWARD_KINDS]),
  /** What it comes from, such as `meeting:<id>`. */
  source: Type.String(),
  /** Purpose or title, for the sentence that explains the entry. */
  subject: Type.String(),
  /** As in the rule set of this version, which was in force at the time. What counts of them is calculated. */
  points: Type.Number({ minimum: 0 }),
  ruleSet: Type.Integer({ minimum: 1 }),
  /** Member ids, sorted. */
  confirmedBy: Type.Array(Type.String()),
  /** ISO instants. */
  at: Type.String(),
  expiresAt: Type.String(),
  /** Present while the entry does not count. */
  voided: Type.Optional(
    Type.Object({
      cause: Type.Enum(['undone', 'dispute']),
      /** Absent for the system. */
      by: Type.Optional(Type.String()),
      reason: Type.String(),
      at: Type.String(),
    }),
  ),
  /** At most one of each person, the earliest first. */
  disputes: Type.Optional(Type.Array(DisputeSchema)),
  /** When the first open dispute was raised. Only while one is open. */
  disputedAt: Type.Optional(Type.String()),
})
export type EntryDocument = Static<typeof EntryDocumentSchema>

/** The ledger. An entry is never deleted while its member has an account: it is voided. */
export const prestigeEntries = defineCollection({
  name: 'prestige-entries',
  schema: EntryDocumentSchema,
  indexes: [
    { equal: ['member'], order: 'at', directions: ['asc', 'desc'] },
    { contains: 'confirmedBy', order: 'at', directions: ['desc'] },
    { order: 'disputedAt' },
  ],
})

const EvaluatedSchema = Type.Object({
  /** Version of the rule set. */
  rules: Type.Integer(),
  tier: Type.Enum([...TIERS]),
  points: Type.Number(),
  people: Type.Integer(),
  /** ISO instants. */
  since: Type.Optional(Type.String()),
  graceUntil: Type.Optional(Type.String()),
  changesAt: Type.Optional(Type.String()),
  /** The latest entries that were not voided, latest first, to explain the summary. */
  latest: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: Type.Enum([...AWARD_KINDS]),
      subject: Type.String(),
      /** That count. */
      points: Type.Number(),
      at: Type.String(),
    }),
  ),
})
export type StoredEvaluation = Static<typeof EvaluatedSchema>

const SummaryDocumentSchema = Type.Object({
  /** The member's id. */
  id: Type.String(),
  /** Replaced with each change of the member's entries, so that nothing calculated before it is kept. */
  revision: Type.String(),
  /** When it has to be calculated. Absent when it changes no more. */
  dueAt: Type.Optional(Type.String()),
  /** Absent after a change, until it is calculated again. */
  evaluated: Type.Optional(EvaluatedSchema),
})
export type SummaryDocument = Static<typeof SummaryDocumentSchema>

/** A cache of what follows from a member's entries. Absent for those who never earned one. */
export const prestigeSummaries = defineCollection({
  name: 'prestige-summaries',
  schema: SummaryDocumentSchema,
  indexes: [{ order: 'dueAt' }],
})

/** The part of the cache that is kept until the summary is calculated again, and what only the member's own statement needs. */
export const prestigeCounts = defineCollection({
  name: 'prestige-counts',
  schema: Type.Object({
    /** The member's id. */
    id: Type.String(),
    /** That of the summary it was calculated with. */
    revision: Type.String(),
    /** What each entry counts, by `encodeCounts`. */
    counts: Type.String(),
    /** Which the member was last notified of. */
    tier: Type.Optional(Type.Enum([...TIERS])),
    points: Type.Optional(Type.Number()),
    people: Type.Optional(Type.Integer()),
    /** ISO instant. */
    since: Type.Optional(Type.String()),
    /** Members who confirmed what counts, if they are few enough for a closed ring. */
    confirmers: Type.Optional(Type.Array(Type.String())),
  }),
  feeds: [[]],
})

const SettingsDocumentSchema = Type.Object({
  /** The member's id. */
  id: Type.String(),
  /** Whether the member is on the public page. */
  listed: Type.Boolean(),
  /** Who sees the tier on the profile. */
  visibility: Type.Enum([...VISIBILITIES]),
  /** SHA-256 (hexadecimal) of the secret in the statement's link, while there is one. */
  secretHash: Type.Optional(Type.String()),
  linkCreatedAt: Type.Optional(Type.String()),
  /** Those of earlier links, the latest last. */
  revokedHashes: Type.Optional(Type.Array(Type.String())),
})
export type SettingsDocument = Static<typeof SettingsDocumentSchema>

/** How a member shares their prestige. Absent: as in `DEFAULT_SHARING`. */
export const prestigeSettings = defineCollection({
  name: 'prestige-settings',
  schema: SettingsDocumentSchema,
  indexes: [{ equal: ['secretHash'] }],
  feeds: [[]],
})
