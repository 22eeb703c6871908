/** The rules of prestige as data. Imports nothing, so that the browser can import it. */

const DAY = 24 * 60 * 60 * 1_000

export const TIERS = ['Member', 'Bronze', 'Silver', 'Gold'] as const
export type Tier = (typeof TIERS)[number]

/** What earns prestige. */
export const AWARD_KINDS = [
  'meetingHeld',
  'promiseKept',
  'introductionMet',
  'referral',
  'business',
  'thanks',
  'eventHosted',
  'eventAttended',
] as const
export type AwardKind = (typeof AWARD_KINDS)[number]

/**
 * Confirmed by check-in, not by a person's word. So someone who is checked in doesn't count as a person who confirmed, and
 * events and the other kinds use up each other's share of a pair as little.
 */
export const EVENT_KINDS: readonly AwardKind[] = ['eventHosted', 'eventAttended']

export interface RuleSet {
  /** Grows by one with each published set. */
  version: number
  points: Readonly<Record<AwardKind, number>>
  /** Most points that count in one week, Monday to Sunday in UTC. */
  weeklyCap: number
  /** Share of its points that the first, second and any later entry between the same two members earns within the window. */
  samePairShares: readonly number[]
  samePairDays: number
  /** How long an entry counts. */
  validDays: number
  /** From low to high. Each needs these points, confirmed by at least this many people. */
  tiers: readonly { tier: Tier; points: number; people: number }[]
  /** How long a tier stays after its points or people no longer suffice. */
  graceDays: number
  /** Least number of people checked in, without hosts and those whom an organiser added, for hosts to earn points. */
  hostedCheckIns: number
}

const RULE_SET_1: RuleSet = {
  version: 1,
  points: {
    meetingHeld: 10,
    promiseKept: 5,
    introductionMet: 8,
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

/** Every set that was ever in force, by version. Entries keep the points of theirs; tiers follow the last one. */
const RULE_SETS: readonly RuleSet[] = [RULE_SET_1]
export const RULES_IN_FORCE: RuleSet = RULE_SETS.at(-1)!

/** Why an entry counts less than its points. `pending`: it is dated ahead. */
export const LESS_REASONS = ['voided', 'pending', 'expired', 'samePair', 'weeklyCap'] as const
export type LessReason = (typeof LESS_REASONS)[number]

/** Characters and counts. */
export const PRESTIGE_LIMITS = {
  reason: { min: 3, max: 500 },
  /** Members named as having confirmed one entry. */
  confirmers: 50,
} as const

/** Whether the decision on a dispute lets the entry count. */
export const DISPUTE_DECISIONS = ['upheld', 'voided'] as const
export type DisputeDecision = (typeof DISPUTE_DECISIONS)[number]

const SENTENCES: Record<AwardKind, (subject: string) => string> = {
  meetingHeld: (subject) => `Growth meeting held: ${subject}`,
  promiseKept: (subject) => `Promise kept: ${subject}`,
  introductionMet: (subject) => `Introduction that led to a meeting: ${subject}`,
  referral: (subject) => `Referral that helped: ${subject}`,
  business: (subject) => `Business done together: ${subject}`,
  thanks: (subject) => `Thanks received: ${subject}`,
  eventHosted: (subject) => `Event hosted: ${subject}`,
  eventAttended: (subject) => `Event attended: ${subject}`,
}

/** One sentence that explains an entry. */
export const sentenceOf = (kind: AwardKind, subject: string) => SENTENCES[kind](subject)

export const inMilliseconds = (days: number) => days * DAY
