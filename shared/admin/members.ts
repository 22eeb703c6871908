import { Type, type Static } from 'typebox'

import {
  ACTIVITY_FILTERS,
  MEMBER_SORTS,
  MEMBERSHIP_ACTIONS,
  MEMBERSHIP_LIMITS,
  VERIFICATION_OUTCOMES,
} from '#shared/accounts/membership-actions.ts'
import { MemberRoleSchema, MemberStatusSchema } from '#shared/people/members.ts'
import { CursorQuerySchema, pageOf } from '#shared/lib/page.ts'
import { TIERS } from '#shared/people/tiers.ts'

const strict = { additionalProperties: false } as const
/** State of a membership after an action. */
export const MembershipSchema = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  role: MemberRoleSchema,
  status: MemberStatusSchema,
  statusReason: Type.Optional(Type.String()),
  suspendedUntil: Type.Optional(Type.String()),
})

const DateSchema = Type.Optional(Type.String({ format: 'date' }))

/** All filters must match. Without `status`, deleted accounts are left out. */
const FilterSchema = Type.Object(
  {
    /** Beginnings of words in the name, or of the email address or its domain; all of them must match. */
    q: Type.Optional(Type.String({ maxLength: 100 })),
    status: Type.Optional(MemberStatusSchema),
    role: Type.Optional(MemberRoleSchema),
    /** Days in UTC, both inclusive. */
    joinedFrom: DateSchema,
    joinedTo: DateSchema,
    /** Whether the member has used the product in the last days. */
    active: Type.Optional(Type.Enum([...ACTIVITY_FILTERS])),
    tier: Type.Optional(Type.Enum([...TIERS])),
    /** Selects members without a connection, or without a growth meeting that they confirmed as held. */
    never: Type.Optional(Type.Enum(['connected', 'met'])),
  },
  strict,
)
export type AdminMemberFilter = Static<typeof FilterSchema>

const SortSchema = Type.Optional(Type.Enum([...MEMBER_SORTS]))
export type AdminMemberSort = (typeof MEMBER_SORTS)[number]

export const AdminMemberQuerySchema = Type.Object(
  {
    ...FilterSchema.properties,
    ...CursorQuerySchema.properties,
    /** A minus means descending. The latest to join come first by default. */
    sort: SortSchema,
  },
  strict,
)
export type AdminMemberQuery = Static<typeof AdminMemberQuerySchema>

export const AdminMemberExportQuerySchema = Type.Object(
  { ...FilterSchema.properties, sort: SortSchema },
  strict,
)

/** A member in the admin's list. */
const AdminMemberRowSchema = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  displayName: Type.String(),
  email: Type.String(),
  role: MemberRoleSchema,
  status: MemberStatusSchema,
  suspendedUntil: Type.Optional(Type.String()),
  /** ISO instant. */
  joinedAt: Type.String(),
  /** Date. Undefined for members without any recorded activity. */
  activeOn: Type.Optional(Type.String()),
  tier: Type.Enum([...TIERS]),
  connected: Type.Boolean(),
  /** Whether the member has confirmed a growth meeting as held. */
  met: Type.Boolean(),
})
export type AdminMemberRow = Static<typeof AdminMemberRowSchema>

/** `total` counts all pages. */
export const AdminMemberPageSchema = Type.Object({
  ...pageOf(AdminMemberRowSchema).properties,
  total: Type.Integer(),
  /** Whether emails are sent: without them, no verification link can be resent. */
  sendsEmail: Type.Boolean(),
})
export type AdminMemberPage = Static<typeof AdminMemberPageSchema>

/** A member's account as admins see it: without notes, messages and contact data, except the sign-in address. */
export const AdminMemberSchema = Type.Object({
  ...AdminMemberRowSchema.properties,
  statusReason: Type.Optional(Type.String()),
  onboardedAt: Type.Optional(Type.String()),
  deletionDueAt: Type.Optional(Type.String()),
  headline: Type.String(),
  company: Type.String(),
  /** Sessions that have neither ended nor expired. */
  sessions: Type.Integer(),
  /** Actions about the membership that the viewer can take now. */
  actions: Type.Array(Type.Enum([...MEMBERSHIP_ACTIONS])),
})
export type AdminMember = Static<typeof AdminMemberSchema>

/**
 * Address of a person who signed up without verifying it. They are not a member yet, so nothing else identifies
 * them.
 */
export const VerificationRequestSchema = Type.Object(
  { email: Type.String({ maxLength: MEMBERSHIP_LIMITS.email }) },
  strict,
)

export const VerificationAnswerSchema = Type.Object({ outcome: Type.Enum([...VERIFICATION_OUTCOMES]) })
export type VerificationAnswer = Static<typeof VerificationAnswerSchema>
