/** What both sides know of client errors in the admin area. Imports nothing, so that the browser can import it. */

/** `resolved` in a release: seen again in a newer one, the group reopens. `ignored` groups stay so whatever is seen. */
export const ERROR_STATES = ['open', 'resolved', 'ignored'] as const
export type ErrorState = (typeof ERROR_STATES)[number]

/**
 * `refusals`: pages that someone may not see (403) or that do not exist (404), such as a mistyped address. Nothing is wrong
 * with the app, so lists leave them out unless they are asked for.
 */
export const ERROR_KINDS = ['defects', 'refusals', 'any'] as const
export type ErrorKind = (typeof ERROR_KINDS)[number]

/** Hours since a group was last seen. */
export const SEEN_WITHIN = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const
export type SeenWithin = keyof typeof SEEN_WITHIN

export const ERROR_GROUP_LIMITS = {
  /** Members, and apart from them signed-out browsers, are counted exactly up to this. */
  people: 1_000,
  samples: 20,
  search: 254,
} as const
