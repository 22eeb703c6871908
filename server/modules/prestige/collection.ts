import { Type, type Static } from 'typebox'

import { AWARD_KINDS, DISPUTE_DECISIONS } from '#shared/prestige/rules.ts'
import { TIERS } from '#shared/people/tiers.ts'
import { VISIBILITIES } from '#shared/people/profile.ts'
import { defineCollection } from '#server/store/port.ts'

/** Stored reasons why an entry was undone, which become texts when they are read. */
export const UNDONE_REASONS = ['undone', 'notCheckedIn', 'notHost', 'eventCancelled'] as const
export type UndoneReason = (typeof UNDONE_REASONS)[number]

const DisputeSchema = Type.Object({
  /** Id of the member who earned the entry, or of one who confirmed it. */
  by: Type.String(),
  reason: Type.String(),
  at: Type.String(),
  /** Undefined while the dispute is open. */
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
  /** Source of the entry, such as `meeting:<id>`. */
  source: Type.String(),
  /** Purpose or title, for the sentence that explains the entry. */
  subject: Type.String(),
  /** Points in the rule set of this version, which was in force at the time. The counted part is calculated. */
  points: Type.Number({ minimum: 0 }),
  ruleSet: Type.Integer({ minimum: 1 }),
  /** Member ids, sorted. */
  confirmedBy: Type.Array(Type.String()),
  /** ISO instants. */
  at: Type.String(),
  expiresAt: Type.String(),
  /** Set while the entry does not count. */
  voided: Type.Optional(
    Type.Object({
      cause: Type.Enum(['undone', 'dispute']),
      /** Undefined for the system. */
      by: Type.Optional(Type.String()),
      /** The admin’s text, or one of `UNDONE_REASONS`; earlier releases stored these as texts. */
      reason: Type.String(),
      at: Type.String(),
    }),
  ),
  /** Disputes, at most one per person, earliest first. */
  disputes: Type.Optional(Type.Array(DisputeSchema)),
  /** Time of the first open dispute. Only while one is open. */
  disputedAt: Type.Optional(Type.String()),
})
export type EntryDocument = Static<typeof EntryDocumentSchema>

/** The ledger. An entry is never deleted while its member has an account: it is voided. */
export const prestigeEntries = defineCollection({
  name: 'prestige-entries',
  schema: EntryDocumentSchema,
  indexes: [{ equal: ['member'], order: 'at' }],
  hasFeed: true,
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
      /** Points that count. */
      points: Type.Number(),
      at: Type.String(),
    }),
  ),
})
export type StoredEvaluation = Static<typeof EvaluatedSchema>

const SummaryDocumentSchema = Type.Object({
  /** The member's id. */
  id: Type.String(),
  /** Replaced with each change of the member's entries, so that earlier calculations are discarded. */
  revision: Type.String(),
  /** Time at which it has to be calculated. Undefined when it no longer changes. */
  dueAt: Type.Optional(Type.String()),
  /** Undefined after a change, until it is calculated again. */
  evaluated: Type.Optional(EvaluatedSchema),
})
export type SummaryDocument = Static<typeof SummaryDocumentSchema>

/** A cache of the results of a member's entries. Missing for members who never earned one. */
export const prestigeSummaries = defineCollection({
  name: 'prestige-summaries',
  schema: SummaryDocumentSchema,
  indexes: [{ order: 'dueAt' }],
})

/**
 * The part of the cache that is kept until the summary is calculated again, and that only the member's own statement
 * needs.
 */
export const prestigeCounts = defineCollection({
  name: 'prestige-counts',
  schema: Type.Object({
    /** The member's id. */
    id: Type.String(),
    /** Revision of the summary with which it was calculated. */
    revision: Type.String(),
    /** Counted points of each entry, encoded by `encodeCounts`. */
    counts: Type.String(),
    /** The tier of the member's last notification. */
    tier: Type.Optional(Type.Enum([...TIERS])),
    points: Type.Optional(Type.Number()),
    people: Type.Optional(Type.Integer()),
    /** ISO instant. */
    since: Type.Optional(Type.String()),
    /** Members who confirmed the counted entries, if they are few enough for a closed ring. */
    confirmers: Type.Optional(Type.Array(Type.String())),
  }),
  hasFeed: true,
})

const SettingsDocumentSchema = Type.Object({
  /** The member's id. */
  id: Type.String(),
  /** Whether the member is on the public page. */
  listed: Type.Boolean(),
  /** Visibility of the tier on the profile. */
  visibility: Type.Enum([...VISIBILITIES]),
  /** SHA-256 (hexadecimal) of the secret in the statement's link. Undefined without a link. */
  secretHash: Type.Optional(Type.String()),
  linkCreatedAt: Type.Optional(Type.String()),
  /** Hashes of earlier links, the latest last. */
  revokedHashes: Type.Optional(Type.Array(Type.String())),
})
export type SettingsDocument = Static<typeof SettingsDocumentSchema>

/** A member's sharing settings. Missing for `DEFAULT_SHARING`. */
export const prestigeSettings = defineCollection({
  name: 'prestige-settings',
  schema: SettingsDocumentSchema,
  indexes: [{ equal: ['secretHash'] }],
  hasFeed: true,
})
