import { DAY, MINUTE, SECOND } from '#shared/lib/durations.ts'

export const SESSION = {
  defaultMaxAge: 5 * DAY,
  shortestMaxAge: 5 * MINUTE,
  longestMaxAge: 14 * DAY,
  /** Maximum age of a sign-in for a first exchange, and for every sensitive command. */
  recentSignIn: 300 * SECOND,
} as const
