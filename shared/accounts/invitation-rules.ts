/** Limits and states of invitations, and the fragment of their links. Does not import the schema library, so that the browser can import it. */

import { DAY } from '#shared/lib/durations.ts'

/** Milliseconds for which a link works. */
export const INVITATION_LIFETIME = 14 * DAY
/** Milliseconds for which an invitation is kept once it has ended. */
export const INVITATION_KEPT = 90 * DAY

/** `expired` is calculated: the link of an open invitation is too old. */
export const INVITATION_STATES = ['open', 'expired', 'accepted', 'revoked'] as const
export type InvitationState = (typeof INVITATION_STATES)[number]

/** States of a request to join with another address than the invited one. */
export const APPROVAL_STATES = ['waiting', 'granted', 'refused'] as const

/** Friends whom a member can invite within 24 hours. */
export const FRIENDS_PER_DAY = 10

export const IMPORT_LIMITS = {
  /** Maximum rows of one file or list. */
  rows: 10_000,
  /** Maximum bytes of a file. */
  file: 10_000_000,
  /** Maximum rows of one request. */
  batch: 100,
  /** Maximum characters of one cell: more than any field allows, so that a value that is too long stays too long. */
  cell: 2_100,
  email: 254,
} as const

/** Fields of a row besides the address. */
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
  'chapter',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/**
 * Outcome of a row. `invited`: a new invitation, or a new link for an expired one. `updated`: already invited, with
 * other profile fields. `unchanged`: already invited. `member`: already a member. `revoked`: an admin revoked the
 * invitation, so an import does not send it again.
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

/** Base64url of 132 bits. In an emailed link, it is followed by as many that prove that the link was emailed. */
export const INVITATION_TOKEN = /^[\w-]{22}(\.[\w-]{22})?$/

/** Its name in the fragment, which browsers never send to a server. */
const INVITATION_FRAGMENT = 'invitation'

export const invitationHash = (token: string) => `#${INVITATION_FRAGMENT}=${token}`

/** The token of an invitation's link, from a page's fragment. */
export function invitationTokenIn(hash: string): string | undefined {
  const token = new URLSearchParams(hash.slice(1)).get(INVITATION_FRAGMENT)
  return token !== null && INVITATION_TOKEN.test(token) ? token : undefined
}
