/** Rounds: states and limits. Imports only durations, so that the browser can import it. */

import { DAY } from '#shared/lib/durations.ts'

/** Members who can join. `newcomers`: people who joined within `NEWCOMER_FOR`. `chapter`: active members of one chapter. */
export const ROUND_AUDIENCES = ['everyone', 'newcomers', 'chapter'] as const
export type RoundAudience = (typeof ROUND_AUDIENCES)[number]

/**
 * `matching`: the deadline has passed, and groups are being formed. `proposed`: organisers review them. `releasing`: their
 * meetings are being proposed.
 */
export const ROUND_STATES = ['open', 'matching', 'proposed', 'releasing', 'released', 'cancelled'] as const

/** People in a group. Some groups have the other size when the number of people does not fit. */
export const ROUND_SIZES = [2, 3] as const
export const MAX_GROUP = 3

/** Characters, counts and days. */
export const ROUND_LIMITS = {
  title: { min: 3, max: 100 },
  topic: 140,
  open: 20,
  daysAhead: 90,
  minutes: 30,
} as const

/** Milliseconds after joining for which someone is a newcomer, and is matched first. */
export const NEWCOMER_FOR = 90 * DAY
/** Milliseconds within which two people are not matched again. */
export const NO_REPEAT_FOR = 365 * DAY
/** Newcomers whom a buddy has at a time. */
export const BUDDY_LIMITS = { most: { min: 1, max: 5 }, usual: 2 } as const
/** Rounds without an answer after which an opt-in until further notice ends. */
export const MAX_UNANSWERED = 2

/** People who get a seat: everyone who is going, or those of them who have arrived. */
export const SEATED = ['going', 'checkedIn'] as const

/** Counts of a plan of tables. `inGroup`: people who sit together, or apart. */
export const TABLE_LIMITS = {
  rounds: { min: 1, max: 8 },
  size: { min: 3, max: 20 },
  sizes: 100,
  people: 500,
  groups: 50,
  inGroup: 10,
} as const
