/** States and limits of connections and introductions. Imports nothing, so that the browser can import it. */

const DAY = 24 * 60 * 60 * 1_000

/** Stored states. Whether a request has expired follows from its time. */
export const CONNECTION_STATES = ['requested', 'accepted', 'declined', 'withdrawn', 'removed'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** Lists of `/connections`: connections, received requests, sent requests. */
export const CONNECTION_LISTS = ['accepted', 'received', 'sent'] as const
export type ConnectionList = (typeof CONNECTION_LISTS)[number]

/**
 * The relationship of the viewer to another member, as the viewer sees it. Nobody is notified of a decline, a removal
 * or a block: a declined request stays `requestSent` until it expires.
 */
export const RELATIONSHIP_STATES = [
  'self',
  'none',
  'requestSent',
  'requestReceived',
  'connected',
  'blockedByMe',
] as const
export type RelationshipState = (typeof RELATIONSHIP_STATES)[number]

export const CONNECTION_LIMITS = {
  /** Characters of the note of a request. */
  requestNote: 300,
  /** Characters of a private note. */
  privateNote: 4000,
  /** Requests that a member can send within 24 hours. */
  requestsPerDay: 20,
  /** Members that one member can block. */
  blocks: 500,
} as const

/** An unanswered request expires after this. Milliseconds, like all times below. */
export const REQUEST_LIFETIME = 90 * DAY
/** How long after a decline or a withdrawal a new request of the same member has no effect. */
export const REQUEST_COOLDOWN = 21 * DAY
/** How long a decline, a withdrawal or a removal can be undone. */
export const UNDO_WINDOW = 60 * 1_000

export const INTRODUCTIONS_SHOWN = 3
