/** Numbers and limits that both sides hold to. This file imports nothing. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

/**
 * The version of `/api`, which pages send with every call. Raise it whenever a page that is open in a browser could not
 * work with the changed API: such pages then offer a reload.
 */
export const API_VERSION = 6
export const CLIENT_VERSION_HEADER = 'x-client-version'
/** Code of the problem that a page of another version gets. */
export const STALE_CLIENT = 'stale_client'

/** The client's data cache (specification, section 9). All times in milliseconds. */
export const DATA_CACHE = {
  freshFor: 10 * MINUTE,
  keptFor: 15 * MINUTE,
  queryRetries: 2,
  mutationRetries: 1,
  firstRetryDelay: SECOND,
  longestRetryDelay: 30 * SECOND,
} as const

/** In milliseconds, for a call to our server as a whole: its repetition and the renewal of the session included. */
export const DEADLINES = { read: 15 * SECOND, write: 30 * SECOND } as const

/** The client error log (specification, section 9) and what keeps it bounded. */
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
  /** Until repeats and counts are stored. */
  saveAfter: SECOND / 4,
  /** Of one tab; the rest is summed up. */
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
   * How many repeats an entry can stand for, and how many losses a batch can report for a reason: a made-up number must
   * not outweigh what happened to everyone else.
   */
  count: 10_000,
} as const

/** Crash screens (specification, sections 2, 4 and 9). */
export const CRASH = {
  resetAfter: 10 * SECOND,
  /** A retry is offered, and the automatic reset runs, only while the crash count is under this. */
  tries: 3,
  /** A page that crashed more often than this is said to have persistent issues. */
  pagePersistentAfter: 2,
} as const

export const SESSION = {
  defaultMaxAge: 5 * DAY,
  shortestMaxAge: 5 * MINUTE,
  longestMaxAge: 14 * DAY,
  /** A first exchange needs a sign-in at most this old, as does every sensitive act. */
  recentSignIn: 300 * SECOND,
} as const

/** What an onboarding screen does before it lets someone ask for another email. */
export const RESEND_COOL_DOWN = 60 * SECOND

export const PAGE_SIZE = 24
