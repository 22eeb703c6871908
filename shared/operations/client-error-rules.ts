/**
 * The rules of client errors in the admin area for both sides. Does not import the schema library, so that the browser can
 * import it.
 */

import { DAY, HOUR, WEEK } from '#shared/lib/durations.ts'

/**
 * `resolved` in a release: the group reopens when it is seen in a newer one. `ignored` groups never change their
 * state.
 */
export const ERROR_STATES = ['open', 'resolved', 'ignored'] as const
export type ErrorState = (typeof ERROR_STATES)[number]

/**
 * `refusals`: pages that a person may not see (403) or that do not exist (404), such as a mistyped address. They are
 * no defects of the app, so lists leave them out by default.
 */
export const ERROR_KINDS = ['defects', 'refusals', 'any'] as const

/** Milliseconds since a group was last seen. */
export const SEEN_WITHIN = { '1h': HOUR, '24h': DAY, '7d': WEEK, '30d': 30 * DAY } as const
export type SeenWithin = keyof typeof SEEN_WITHIN

export const ERROR_GROUP_LIMITS = {
  /** Members, and separately signed-out browsers, are counted exactly up to this. */
  people: 1_000,
  samples: 20,
  search: 254,
} as const
