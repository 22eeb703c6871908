/** Lists, limits and messages of a member's profile. Imports nothing, so that the browser can import it. */

/**
 * `pending`: waits for an admin's approval, and `declined` did not get it. `former`: the account was deleted; they stay
 * anonymous in other members' history.
 */
export const MEMBER_STATUSES = ['pending', 'active', 'suspended', 'declined', 'former'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]

/** Of a session: `uninvited` people are no members, since only others can join at present. */
export const MEMBERSHIP_STATUSES = [...MEMBER_STATUSES, 'uninvited'] as const
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number]

/** Who can see a field, from most to fewest. */
export const VISIBILITIES = ['public', 'members', 'connections', 'me'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const INDUSTRIES = [
  'Accounting and tax',
  'Agriculture and food',
  'Architecture and construction',
  'Arts and culture',
  'Consulting',
  'Design and creative',
  'Education and training',
  'Energy and environment',
  'Finance and insurance',
  'Health and wellbeing',
  'Hospitality and travel',
  'Law',
  'Manufacturing',
  'Marketing and communications',
  'Non-profit and public sector',
  'People and recruitment',
  'Property',
  'Retail and commerce',
  'Software and technology',
  'Transport and logistics',
  'Other',
] as const

/** Maximum characters of a text and maximum items of a list. */
export const PROFILE_LIMITS = {
  displayName: { min: 2, max: 80 },
  headline: 120,
  company: 120,
  bio: 2000,
  goals: 500,
  asksAndOffers: 5,
  askOrOffer: 160,
  keywords: 15,
  keyword: 40,
  links: 5,
  link: 2048,
  phone: 40,
} as const

/** Shown beside the field by the client, and returned by the server. */
export const NAME_RULE = `Enter your name (at least ${PROFILE_LIMITS.displayName.min} characters).`

/** What a form can check before it sends the name, by field. */
export const nameErrors = ({ displayName }: { displayName: string }): Record<string, string> =>
  displayName.trim().length < PROFILE_LIMITS.displayName.min ? { displayName: NAME_RULE } : {}

const DAYS = 24 * 60 * 60 * 1_000
/** Asks and offers expire after this unless renewed. Milliseconds. */
export const ASK_LIFETIME = 90 * DAYS
/** Whether an ask or an offer has not expired. @param now milliseconds */
export const isCurrent = ({ expiresAt }: { expiresAt: string }, now: number) => Date.parse(expiresAt) > now

/** Fields with a visibility setting. Members always see `displayName`. */
export const VISIBLE_FIELDS = [
  'photo',
  'headline',
  'company',
  'industry',
  'address',
  'timeZone',
  'bio',
  'goals',
  'asks',
  'offers',
  'keywords',
  'links',
  'phone',
  'email',
] as const
export type VisibleField = (typeof VISIBLE_FIELDS)[number]

/** Whom an owner can preview their own profile as. */
export const VIEWERS = ['visitor', 'member', 'connection'] as const
export type Viewer = (typeof VIEWERS)[number]

/** Shown instead of the name of a member who deleted their account. */
export const FORMER_MEMBER = 'Former member'

/** Shown instead of the name of a member whose profile an admin has hidden. */
export const HIDDEN_MEMBER = 'Hidden member'

/** Never visible beyond connections unless the member sets them one by one. */
export const CONTACT_FIELDS: readonly VisibleField[] = ['phone', 'email']

type ProfileVisibility = Record<VisibleField, Visibility>

const stricter = (a: Visibility, b: Visibility) =>
  VISIBILITIES[Math.max(VISIBILITIES.indexOf(a), VISIBILITIES.indexOf(b))]!

const forEachField = (visibilityOf: (field: VisibleField) => Visibility) =>
  Object.fromEntries(VISIBLE_FIELDS.map((field) => [field, visibilityOf(field)])) as ProfileVisibility

/** Every field under one default; contact details are visible to connections at most. */
export const defaultVisibility = (chosen: Visibility): ProfileVisibility =>
  forEachField((field) => (CONTACT_FIELDS.includes(field) ? stricter('connections', chosen) : chosen))

export const DEFAULT_VISIBILITY: ProfileVisibility = defaultVisibility('members')

/**
 * The default that the fields follow, or undefined if they differ. Contact details follow it while nobody more sees
 * them than the default gives.
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
 * Contact details that the member hides from more people stay hidden, also after a default of `me`: it cannot be known
 * which of them were hidden before it.
 */
export function withDefault(visibility: ProfileVisibility, chosen: Visibility): ProfileVisibility {
  const next = defaultVisibility(chosen)
  return forEachField((field) =>
    CONTACT_FIELDS.includes(field) ? stricter(visibility[field], next[field]) : next[field],
  )
}
