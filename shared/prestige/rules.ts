/** The rules of prestige as data. Does not import the schema library, so that the browser can import it. */

import { DAY } from '#shared/lib/durations.ts'
import type { Tier } from '#shared/people/tiers.ts'

/** Kinds of results that earn prestige. */
export const AWARD_KINDS = [
  'meetingHeld',
  'promiseKept',
  'introductionMet',
  'guestJoined',
  'referral',
  'business',
  'thanks',
  'eventHosted',
  'eventAttended',
] as const
export type AwardKind = (typeof AWARD_KINDS)[number]

/**
 * Kinds that are confirmed by check-in, not by a person's word. Checked-in people therefore don't count as people
 * who confirmed, and events use up a separate share of a pair.
 */
export const EVENT_KINDS: readonly AwardKind[] = ['eventHosted', 'eventAttended']

export interface RuleSet {
  /** Increases by one with each published set. */
  version: number
  points: Readonly<Record<AwardKind, number>>
  /** Maximum points that count in one week, Monday to Sunday in UTC. */
  weeklyCap: number
  /**
   * Share of its points that the first, second and any later entry between the same two members earns within the
   * window.
   */
  samePairShares: readonly number[]
  samePairDays: number
  /** Days for which an entry counts. */
  validDays: number
  /** Tiers from low to high. Each requires these points, confirmed by at least this many people. */
  tiers: readonly { tier: Tier; points: number; people: number }[]
  /** Days for which a tier stays after its points or people no longer suffice. */
  graceDays: number
  /**
   * Minimum number of people checked in, without hosts and people whom an organiser added, for hosts to earn points.
   */
  hostedCheckIns: number
}

const RULE_SET_1: RuleSet = {
  version: 1,
  points: {
    meetingHeld: 10,
    promiseKept: 5,
    introductionMet: 8,
    guestJoined: 0,
    referral: 15,
    business: 15,
    thanks: 3,
    eventHosted: 10,
    eventAttended: 2,
  },
  weeklyCap: 40,
  samePairShares: [1, 0.5, 0],
  samePairDays: 90,
  validDays: 180,
  tiers: [
    { tier: 'Bronze', points: 50, people: 3 },
    { tier: 'Silver', points: 150, people: 8 },
    { tier: 'Gold', points: 350, people: 15 },
  ],
  graceDays: 30,
  hostedCheckIns: 5,
}

/** A guest who joins and meets someone is worth as much as an introduction. */
const RULE_SET_2: RuleSet = {
  ...RULE_SET_1,
  version: 2,
  points: { ...RULE_SET_1.points, guestJoined: 8 },
}

/** Every set that was ever in force, by version. Entries keep the points of their set; tiers follow the last one. */
const RULE_SETS: readonly RuleSet[] = [RULE_SET_1, RULE_SET_2]
export const RULES_IN_FORCE: RuleSet = RULE_SETS.at(-1)!

/** Reasons why an entry counts less than its points. `pending`: its date is in the future. */
export const LESS_REASONS = ['voided', 'pending', 'expired', 'samePair', 'weeklyCap'] as const
export type LessReason = (typeof LESS_REASONS)[number]

/** Characters and counts. */
export const PRESTIGE_LIMITS = {
  reason: { min: 3, max: 500 },
  /** Members named as confirmers of one entry. */
  confirmers: 50,
} as const

/** Outcomes of a dispute: whether the entry counts. */
export const DISPUTE_DECISIONS = ['upheld', 'voided'] as const
export type DisputeDecision = (typeof DISPUTE_DECISIONS)[number]

export const inMilliseconds = (days: number) => days * DAY
