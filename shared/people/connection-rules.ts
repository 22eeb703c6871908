/**
 * States and limits of connections and introductions. Does not import the schema library, so that the browser can
 * import it.
 */

import { DAY, MINUTE } from '#shared/lib/durations.ts'

/** Stored states. The expiry of a request follows from its time. */
export const CONNECTION_STATES = ['requested', 'accepted', 'declined', 'withdrawn', 'removed'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** Lists of `/connections`: connections, received requests, sent requests. */
export const CONNECTION_LISTS = ['accepted', 'received', 'sent'] as const
export type ConnectionList = (typeof CONNECTION_LISTS)[number]

/**
 * The relationship of the viewer to another member, as the viewer sees it. Declines, removals and blocks are not
 * announced: a declined request stays `requestSent` until it expires.
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
  /** Requests per member within 24 hours. */
  requestsPerDay: 20,
  /** Maximum members that one member can block. */
  blocks: 500,
} as const

/** Milliseconds after which an unanswered request expires. All values below are in milliseconds, too. */
export const REQUEST_LIFETIME = 90 * DAY
/** Period after a request, a decline or a withdrawal in which a new request of the same member has no effect but its note. */
export const REQUEST_COOLDOWN = 21 * DAY
/** Period in which a decline, a withdrawal or a removal can be undone. */
export const UNDO_WINDOW = MINUTE

export const MAX_SUGGESTIONS = 3
