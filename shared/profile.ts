/** The words, lists and limits of a member's profile. This file imports nothing, so that the browser may. */

export const MEMBER_ROLES = ['member', 'organiser', 'admin'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** `former`: deleted on their own wish; what stays of them in others' history is anonymous. */
export const MEMBER_STATUSES = ['pending', 'active', 'suspended', 'former'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]

/** Who may see a field, from most to fewest. */
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

/** Longest accepted texts, in characters, and most items of a list. */
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

/** Both sides say the same sentence. */
export const NAME_RULE = `Enter your name (at least ${PROFILE_LIMITS.displayName.min} characters).`

/** What a form can check before it sends the name, by field. */
export const nameErrors = ({ displayName }: { displayName: string }): Record<string, string> =>
  displayName.trim().length < PROFILE_LIMITS.displayName.min ? { displayName: NAME_RULE } : {}

const DAYS = 24 * 60 * 60 * 1_000
/** Asks and offers fall silent after this unless renewed. */
export const ASK_LIFETIME = 90 * DAYS
/** Whether an ask or an offer has not ended yet. @param now milliseconds */
export const isCurrent = ({ expiresAt }: { expiresAt: string }, now: number) => Date.parse(expiresAt) > now

/** Fields a member chooses the audience of. `displayName` is always seen by members. */
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

/** Whose eyes an owner may look through at their own profile. */
export const VIEWERS = ['visitor', 'member', 'connection'] as const
export type Viewer = (typeof VIEWERS)[number]

/** What is left of the name of someone who deleted their account. */
export const FORMER_MEMBER = 'Former member'

export const DEFAULT_VISIBILITY: Record<VisibleField, Visibility> = {
  photo: 'members',
  headline: 'members',
  company: 'members',
  industry: 'members',
  address: 'members',
  timeZone: 'members',
  bio: 'members',
  goals: 'members',
  asks: 'members',
  offers: 'members',
  keywords: 'members',
  links: 'members',
  phone: 'connections',
  email: 'connections',
}
