/** Limits, lists and paths of invitations. Imports nothing, so that the browser can import it. */

/** Milliseconds for which a link works. */
export const INVITATION_LIFETIME = 14 * 24 * 60 * 60 * 1_000
/** Milliseconds for which an invitation is kept once it is over. */
export const INVITATION_KEPT = 90 * 24 * 60 * 60 * 1_000

/** `expired` is calculated: the link of an open invitation is too old. */
export const INVITATION_STATES = ['open', 'expired', 'accepted', 'revoked'] as const
export type InvitationState = (typeof INVITATION_STATES)[number]

/** Of someone who wants to join with another address than the invited one. */
export const CONSENT_STATES = ['waiting', 'granted', 'refused'] as const

export const IMPORT_LIMITS = {
  /** Rows of one file or list. */
  rows: 10_000,
  /** Bytes of a file. */
  file: 10_000_000,
  /** Rows of one request. */
  batch: 100,
  /** Characters of one cell: more than any field can have, so that a longer one is still too long. */
  cell: 2_100,
  email: 254,
} as const

/** What a row can contain, beside the address. */
export const IMPORT_FIELDS = [
  'displayName',
  'headline',
  'company',
  'industry',
  'city',
  'country',
  'phone',
  'bio',
  'keywords',
  'links',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/**
 * What becomes of a row. `invited`: a new invitation, or a new link in place of an expired one. `updated`: already
 * invited, with other profile fields. `unchanged`: already invited. `member`: already a member. `revoked`: an admin
 * revoked the invitation, so an import does not send it again.
 */
export const IMPORT_OUTCOMES = [
  'invited',
  'updated',
  'unchanged',
  'member',
  'revoked',
  'duplicate',
  'invalid',
] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]

/** Base64url of 132 bits. */
export const INVITATION_TOKEN = /^[\w-]{22}$/

/** In the fragment, which browsers send to no server, neither in a request nor as the page that led to another. */
const INVITATION_FRAGMENT = 'invitation'

export const invitationHash = (token: string) => `#${INVITATION_FRAGMENT}=${token}`

/** The token of an invitation's link, from a page's fragment. */
export function invitationTokenIn(hash: string): string | undefined {
  const token = new URLSearchParams(hash.slice(1)).get(INVITATION_FRAGMENT)
  return token !== null && INVITATION_TOKEN.test(token) ? token : undefined
}
