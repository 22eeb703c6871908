/** The words and limits of connections and introductions. This file imports nothing, so that the browser may. */

const DAY = 24 * 60 * 60 * 1_000

/** What has become of a pair of members, as stored. `expired` follows from the time of the request. */
export const CONNECTION_STATES = ['requested', 'accepted', 'declined', 'withdrawn', 'removed'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** Lists of `/connections`: who one is connected with, who asked, whom one asked. */
export const CONNECTION_LISTS = ['accepted', 'received', 'sent'] as const
export type ConnectionList = (typeof CONNECTION_LISTS)[number]

/**
 * What stands between the viewer and another member, as the viewer may know it. Declining, removing and blocking
 * are silent: who was declined goes on waiting (`requestSent`) until the request has expired.
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
  /** Characters of the note that goes with a request. */
  requestNote: 300,
  /** Characters of the note that only its owner reads. */
  privateNote: 4000,
  /** Requests by one member within 24 hours. */
  requestsPerDay: 20,
  /** People whom one member may have blocked. */
  blocks: 500,
} as const

/** A request that nobody answers falls silent after this. */
export const REQUEST_LIFETIME = 90 * DAY
/** After a decline or a withdrawal the same person can ask again after this. */
export const REQUEST_COOLDOWN = 21 * DAY
/** A decline, a withdrawal or a removal can be taken back for this long. */
export const UNDO_WINDOW = 60 * 1_000

export const INTRODUCTIONS_SHOWN = 3
