import { Type, type Static } from 'typebox'

import { SETTINGS_LIMITS } from '#shared/community/rules.ts'
import { HiddenSchema } from '#shared/lib/hidden.ts'
import { MEMBER_ROLES } from './roles.ts'
import { recordOf } from '#shared/lib/records.ts'

import { ImageIdSchema } from '#shared/lib/image-id.ts'
import * as m from './messages.ts'
import { MEMBER_STATUSES, PROFILE_LIMITS, VISIBILITIES } from './profile.ts'
import { forEachText, PROFILE_FIELDS, VISIBLE_FIELDS } from './profile-fields.ts'
import { TIERS } from './tiers.ts'

const addressPart = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

/** The six fields of `Address` (address.ts). */
export const AddressSchema = Type.Object(
  {
    address_line1: addressPart(120),
    address_line2: addressPart(120),
    city: addressPart(80),
    state: addressPart(80),
    postal_code: addressPart(20),
    country_code: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$', explain: m.countryCodeRule })),
  },
  { additionalProperties: false },
)

export const MemberRoleSchema = Type.Enum([...MEMBER_ROLES])
export const MemberStatusSchema = Type.Enum([...MEMBER_STATUSES])
const VisibilitySchema = Type.Enum([...VISIBILITIES])

const VisibilityMapSchema = Type.Object(
  recordOf(VISIBLE_FIELDS, () => VisibilitySchema),
  { additionalProperties: false },
)

/** An ask or an offer. */
export const AskSchema = Type.Object({
  id: Type.String(),
  text: Type.String(),
  expiresAt: Type.String(),
})
export type Ask = Static<typeof AskSchema>

const { displayName, phone, askOrOffer, keyword, link } = PROFILE_LIMITS

/** The whole profile as its owner sends it. Asks and offers are texts only: the server keeps their ids and expiry. */
export const ProfileEditSchema = Type.Object(
  {
    /** Id of an uploaded image, or empty. */
    photo: Type.Union([ImageIdSchema, Type.Literal('')]),
    displayName: Type.String({ minLength: displayName.min, maxLength: displayName.max, pattern: '\\S' }),
    ...forEachText((field) => Type.String({ maxLength: PROFILE_FIELDS[field].max })),
    /** An entry of the community's list (`shared/community/settings.ts`), or empty. */
    industry: Type.String({ maxLength: SETTINGS_LIMITS.industry }),
    address: AddressSchema,
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
    links: Type.Array(Type.String({ pattern: '^https://', maxLength: link }), {
      maxItems: PROFILE_LIMITS.links,
      uniqueItems: true,
    }),
    phone: Type.String({
      maxLength: phone,
      pattern: '^[0-9+(). /-]*$',
      explain: m.phoneRule,
    }),
    timeZone: Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Lisbon'] }),
    visibility: VisibilityMapSchema,
    directoryHidden: Type.Boolean(),
    /** Whether search engines may index the profile's page. */
    searchEngines: Type.Boolean(),
    /** Whether visitors may see the name and the photo on the landing page. Undefined is no. */
    onLanding: Type.Optional(Type.Boolean()),
    /** Whether guests whom the member met read the name when they are invited to join. Undefined is no. */
    namedToGuests: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type ProfileEdit = Static<typeof ProfileEditSchema>

/** All fields, for the owner. `version` is sent back in `If-Match` with an edit. */
export const OwnProfileSchema = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  email: Type.String(),
  role: MemberRoleSchema,
  status: MemberStatusSchema,
  /** The admin's message to a declined or suspended member. */
  statusReason: Type.Optional(Type.String()),
  /** End of the suspension. Undefined for one without an end. */
  suspendedUntil: Type.Optional(Type.String()),
  joinedAt: Type.String(),
  onboardedAt: Type.Optional(Type.String()),
  /** Time at which the member closed the first steps of the dashboard. */
  firstStepsDismissedAt: Type.Optional(Type.String()),
  /** Time at which the account will be deleted. Until then the owner can keep it. */
  deletionDueAt: Type.Optional(Type.String()),
  /** Content that an admin has hidden from everyone else: the whole profile, or the photo. */
  hidden: Type.Optional(
    Type.Object({ profile: Type.Optional(HiddenSchema), photo: Type.Optional(HiddenSchema) }),
  ),
  ...ProfileEditSchema.properties,
  /** Empty until onboarding. */
  displayName: Type.String(),
  asks: Type.Array(AskSchema),
  offers: Type.Array(AskSchema),
})
export type OwnProfile = Static<typeof OwnProfileSchema>

/** The account was deleted, so there is no profile to open. */
const FormerSchema = Type.Optional(Type.Boolean())

/** A member's tier, which prestige adds to the profile. */
export const TierStatementSchema = Type.Object({
  tier: Type.Enum([...TIERS]),
  /** ISO instant. Undefined for `Member`. */
  since: Type.Optional(Type.String()),
  /** Number of people who confirmed the entries that count now. */
  people: Type.Integer(),
})
export type TierStatement = Static<typeof TierStatementSchema>

/** A profile as a viewer sees it: fields hidden from them are undefined. */
export const MemberProfileSchema = Type.Object({
  id: Type.String(),
  displayName: Type.String(),
  joinedAt: Type.Optional(Type.String()),
  photo: Type.Optional(Type.String()),
  ...forEachText(() => Type.Optional(Type.String())),
  industry: Type.Optional(Type.String()),
  address: Type.Optional(AddressSchema),
  timeZone: Type.Optional(Type.String()),
  asks: Type.Optional(Type.Array(AskSchema)),
  offers: Type.Optional(Type.Array(AskSchema)),
  keywords: Type.Optional(Type.Array(Type.String())),
  links: Type.Optional(Type.Array(Type.String())),
  phone: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  /** Undefined without a tier, and if its owner hides it. */
  prestige: Type.Optional(TierStatementSchema),
  former: FormerSchema,
})
export type MemberProfile = Static<typeof MemberProfileSchema>

/** A member in a list, with the fields that the viewer can see. */
export const MemberCardSchema = Type.Object({
  id: Type.String(),
  displayName: Type.String(),
  photo: Type.Optional(Type.String()),
  headline: Type.Optional(Type.String()),
  company: Type.Optional(Type.String()),
  former: FormerSchema,
  /** Set for a guest without an account, whom only those who run the event see. */
  guest: Type.Optional(Type.Literal(true)),
})
export type MemberCard = Static<typeof MemberCardSchema>
