import { MINUTE, SECOND } from './durations.ts'

/** The client's data cache (specification, section 9). All times in milliseconds. */
export const DATA_CACHE = {
  freshFor: 10 * MINUTE,
  keptFor: 15 * MINUTE,
  queryRetries: 2,
  mutationRetries: 1,
  firstRetryDelay: SECOND,
  longestRetryDelay: 30 * SECOND,
} as const

/** Milliseconds for a call to our server as a whole, including its repetition and the renewal of the session. */
export const DEADLINES = { read: 15 * SECOND, write: 30 * SECOND } as const
