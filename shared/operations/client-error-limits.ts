import { SECOND } from '#shared/lib/durations.ts'

/** The client error log (specification, section 9) and its limits. */
export const CLIENT_ERRORS = {
  flushEvery: 30 * SECOND,
  flushOverEntries: 50,
  localLogEntries: 100,
  requestDataCharacters: 500,
  releaseCharacters: 64,
  outboxEntries: 300,
  outboxBytes: 512 * 1024,
  batchEntries: 50,
  batchBytes: 60_000,
  repeatWindow: 5 * SECOND,
  /** Delay before repeats and counts are stored. */
  saveAfter: SECOND / 4,
  /** Limit of one tab; the rest is summed up. */
  entriesPerMinute: 60,
  firstRetryDelay: SECOND,
  longestRetryDelay: 60 * SECOND,
} as const

/** Longest accepted text of each field of an entry, in UTF-16 code units; metadata in bytes of its JSON. */
export const CLIENT_ERROR_LIMITS = {
  message: 2048,
  stack: 8192,
  componentStack: 2048,
  userAgent: 512,
  url: 2048,
  metadataBytes: 2048,
  userId: 254,
  /**
   * Maximum repeats that an entry represents, and losses that a batch reports for a reason, so that a made-up number
   * cannot outweigh everyone else's.
   */
  count: 10_000,
} as const
