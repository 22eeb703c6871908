/**
 * Lists, limits and messages of a member's profile. Does not import the schema library, so that the browser can
 * import it.
 */

import { DAY } from '#shared/lib/durations.ts'
import { recordOf } from '#shared/lib/records.ts'

import * as m from './messages.ts'
import { CONTACT_FIELDS, VISIBLE_FIELDS, type VisibleField } from './profile-fields.ts'

/**
 * `pending` awaits an admin's approval, which `declined` did not get. `former`: the account was deleted; they stay
 * anonymous in other members' history.
 */
export const MEMBER_STATUSES = ['pending', 'active', 'suspended', 'declined', 'former'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]

/** Statuses of a session: `uninvited` people are not members, because they are not allowed to join at present. */
export const MEMBERSHIP_STATUSES = [...MEMBER_STATUSES, 'uninvited'] as const
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number]

/** Visibilities of a field, from the widest to the narrowest. */
export const VISIBILITIES = ['public', 'members', 'connections', 'me'] as const
export type Visibility = (typeof VISIBILITIES)[number]

/** Maximum characters of a text and maximum items of a list. Free texts have theirs in `PROFILE_FIELDS`. */
export const PROFILE_LIMITS = {
  displayName: { min: 2, max: 80 },
  asksAndOffers: 5,
  askOrOffer: 160,
  keywords: 15,
  keyword: 40,
  links: 5,
  link: 2048,
  phone: 40,
} as const

/** Shown beside the field by the client, and returned by the server. */
export const nameRule = () => m.nameRule({ min: PROFILE_LIMITS.displayName.min })

/** Errors of the name that a form can find before sending it, by field. */
export const nameErrors = ({ displayName }: { displayName: string }): Record<string, string> =>
  displayName.trim().length < PROFILE_LIMITS.displayName.min ? { displayName: nameRule() } : {}

/** Milliseconds after which asks and offers expire unless renewed. */
export const ASK_LIFETIME = 90 * DAY
/** Whether an ask or an offer has not expired. @param now milliseconds */
export const isCurrent = ({ expiresAt }: { expiresAt: string }, now: number) => Date.parse(expiresAt) > now

/** Viewers for the preview of one's own profile. */
export const VIEWERS = ['visitor', 'member', 'connection'] as const
export type Viewer = (typeof VIEWERS)[number]

type ProfileVisibility = Record<VisibleField, Visibility>

const stricter = (a: Visibility, b: Visibility) =>
  VISIBILITIES[Math.max(VISIBILITIES.indexOf(a), VISIBILITIES.indexOf(b))]!

const forEachField = (visibilityOf: (field: VisibleField) => Visibility) =>
  recordOf(VISIBLE_FIELDS, visibilityOf)

/** Every field under one default; contact details are visible to connections at most. */
export const defaultVisibility = (chosen: Visibility): ProfileVisibility =>
  forEachField((field) => (CONTACT_FIELDS.includes(field) ? stricter('connections', chosen) : chosen))

export const DEFAULT_VISIBILITY: ProfileVisibility = defaultVisibility('members')

/**
 * The default that the fields follow, or undefined if they differ. Contact details follow it as long as they are
 * visible to no more people than the default allows.
 */
export function chosenDefault(visibility: ProfileVisibility): Visibility | undefined {
  const { photo: chosen } = visibility
  const expected = defaultVisibility(chosen)
  const follows = (field: VisibleField) =>
    visibility[field] === expected[field] ||
    (CONTACT_FIELDS.includes(field) && stricter(visibility[field], expected[field]) === visibility[field])
  return VISIBLE_FIELDS.every(follows) ? chosen : undefined
}

/**
 * Contact details that the member hides from more people stay hidden, even after a default of `me`, when it is
 * unknown which of them were hidden before.
 */
export function withDefault(visibility: ProfileVisibility, chosen: Visibility): ProfileVisibility {
  const next = defaultVisibility(chosen)
  return forEachField((field) =>
    CONTACT_FIELDS.includes(field) ? stricter(visibility[field], next[field]) : next[field],
  )
}
