import { Type, type Static } from 'typebox'

import { AddressSchema } from './address.ts'

export const MEMBER_ROLES = ['member', 'organiser', 'admin'] as const
export const MemberRoleSchema = Type.Enum([...MEMBER_ROLES])
export type MemberRole = (typeof MEMBER_ROLES)[number]

export const MEMBER_STATUSES = ['pending', 'active', 'suspended'] as const
export const MemberStatusSchema = Type.Enum([...MEMBER_STATUSES])
export type MemberStatus = (typeof MEMBER_STATUSES)[number]

export const VISIBILITIES = ['public', 'members', 'connections', 'me'] as const
export const VisibilitySchema = Type.Enum([...VISIBILITIES])
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

const DAYS = 24 * 60 * 60 * 1_000
/** Asks and offers fall silent after this unless renewed. */
export const ASK_LIFETIME = 90 * DAYS

/** Fields a member chooses the audience of. `displayName` is always seen by members. */
export const VISIBLE_FIELDS = [
  'headline',
  'company',
  'industry',
  'address',
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

export const DEFAULT_VISIBILITY: Record<VisibleField, Visibility> = {
  headline: 'members',
  company: 'members',
  industry: 'members',
  address: 'members',
  bio: 'members',
  goals: 'members',
  asks: 'members',
  offers: 'members',
  keywords: 'members',
  links: 'members',
  phone: 'connections',
  email: 'connections',
}

export const VisibilityMapSchema = Type.Object(
  Object.fromEntries(VISIBLE_FIELDS.map((field) => [field, VisibilitySchema])) as Record<
    VisibleField,
    typeof VisibilitySchema
  >,
  { additionalProperties: false },
)

/** An ask or an offer as stored and answered. */
export const AskSchema = Type.Object({
  id: Type.String(),
  text: Type.String(),
  expiresAt: Type.String(),
})
export type Ask = Static<typeof AskSchema>

const { displayName, headline, company, bio, goals, phone, askOrOffer, keyword, link } = PROFILE_LIMITS

/** Whole profile as its owner sends it; text alone for asks and offers, whose ids and ends the server keeps. */
export const ProfileEditSchema = Type.Object(
  {
    displayName: Type.String({ minLength: displayName.min, maxLength: displayName.max, pattern: '\\S' }),
    headline: Type.String({ maxLength: headline }),
    company: Type.String({ maxLength: company }),
    industry: Type.Union([Type.Enum([...INDUSTRIES]), Type.Literal('')]),
    address: AddressSchema,
    bio: Type.String({ maxLength: bio }),
    goals: Type.String({ maxLength: goals }),
    asks: Type.Array(Type.String({ minLength: 1, maxLength: askOrOffer }), {
      maxItems: PROFILE_LIMITS.asksAndOffers,
      uniqueItems: true,
    }),
    offers: Type.Array(Type.String({ minLength: 1, maxLength: askOrOffer }), {
      maxItems: PROFILE_LIMITS.asksAndOffers,
      uniqueItems: true,
    }),
    keywords: Type.Array(Type.String({ minLength: 1, maxLength: keyword }), {
      maxItems: PROFILE_LIMITS.keywords,
      uniqueItems: true,
    }),
    links: Type.Array(Type.String({ format: 'uri', pattern: '^https://', maxLength: link }), {
      maxItems: PROFILE_LIMITS.links,
      uniqueItems: true,
    }),
    phone: Type.String({ maxLength: phone, pattern: '^[0-9+(). /-]*$' }),
    timeZone: Type.String({ minLength: 1, maxLength: 64 }),
    visibility: VisibilityMapSchema,
    directoryHidden: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type ProfileEdit = Static<typeof ProfileEditSchema>

/** The owner's own view: everything. `version` goes back in `If-Match` with an edit. */
export const OwnProfileSchema = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  email: Type.String(),
  role: MemberRoleSchema,
  status: MemberStatusSchema,
  joinedAt: Type.String(),
  onboardedAt: Type.Optional(Type.String()),
  ...ProfileEditSchema.properties,
  asks: Type.Array(AskSchema),
  offers: Type.Array(AskSchema),
})
export type OwnProfile = Static<typeof OwnProfileSchema>

/** What another member may see: a field hidden from the viewer is absent. */
export const MemberProfileSchema = Type.Object({
  id: Type.String(),
  displayName: Type.String(),
  joinedAt: Type.String(),
  timeZone: Type.String(),
  headline: Type.Optional(Type.String()),
  company: Type.Optional(Type.String()),
  industry: Type.Optional(Type.String()),
  address: Type.Optional(AddressSchema),
  bio: Type.Optional(Type.String()),
  goals: Type.Optional(Type.String()),
  asks: Type.Optional(Type.Array(AskSchema)),
  offers: Type.Optional(Type.Array(AskSchema)),
  keywords: Type.Optional(Type.Array(Type.String())),
  links: Type.Optional(Type.Array(Type.String())),
  phone: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
})
export type MemberProfile = Static<typeof MemberProfileSchema>

/** How people are shown in lists: whatever the viewer may see of it. */
export const MemberCardSchema = Type.Object({
  id: Type.String(),
  displayName: Type.String(),
  headline: Type.Optional(Type.String()),
  company: Type.Optional(Type.String()),
})
export type MemberCard = Static<typeof MemberCardSchema>

/** What an admin sees of a member in the admin area. */
export const MemberRecordSchema = Type.Object({
  id: Type.String(),
  displayName: Type.String(),
  email: Type.String(),
  role: MemberRoleSchema,
  status: MemberStatusSchema,
  joinedAt: Type.String(),
})
export type MemberRecord = Static<typeof MemberRecordSchema>
