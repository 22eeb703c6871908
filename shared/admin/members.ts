import { Type, type Static } from 'typebox'

import { InstantSchema } from '#shared/lib/instant.ts'
import {
  ACTIVITY_FILTERS,
  MEMBER_SORTS,
  MEMBERSHIP_ACTIONS,
  MEMBERSHIP_LIMITS,
  type MembershipActionKind,
  VERIFICATION_OUTCOMES,
} from '#shared/accounts/membership-actions.ts'
import { MemberRoleSchema, MemberStatusSchema } from '#shared/people/members.ts'
import { CursorQuerySchema, IdSchema, pageOf } from '#shared/lib/page.ts'
import { TIERS } from '#shared/people/tiers.ts'

const strict = { additionalProperties: false } as const
const note = Type.Optional(Type.String({ maxLength: MEMBERSHIP_LIMITS.note }))

/** Input of each action. */
export const ActionSchemas = {
  /** The note is shown to the person. */
  approve: Type.Object({ note }, strict),
  /** The note is shown to the person. */
  decline: Type.Object({ note }, strict),
  suspend: Type.Object(
    {
      /** Shown to the member. */
      reason: Type.String({
        minLength: MEMBERSHIP_LIMITS.reason.min,
        maxLength: MEMBERSHIP_LIMITS.reason.max,
        pattern: '\\S',
      }),
      /** ISO instant at which the suspension ends. Without it, an admin has to restore the member. */
      until: Type.Optional(InstantSchema),
    },
    strict,
  ),
  restore: Type.Object({}, strict),
  changeRole: Type.Object({ role: MemberRoleSchema }, strict),
} as const

const actionOf = (kind: MembershipActionKind) =>
  Type.Object({ kind: Type.Literal(kind), ...ActionSchemas[kind].properties }, strict) as never

export const BatchSchema = Type.Object(
  {
    action: Type.Unsafe<MembershipActionEdit>(Type.Union(MEMBERSHIP_ACTIONS.map(actionOf))),
    members: Type.Array(
      Type.Object({ id: IdSchema, version: Type.Integer({ minimum: 1, maximum: 1e15 }) }, strict),
      { minItems: 1, maxItems: MEMBERSHIP_LIMITS.batch },
    ),
    /** Reports what would happen, without changing anything. */
    preview: Type.Boolean(),
  },
  strict,
)
export type Batch = Static<typeof BatchSchema>

type Fields<K extends keyof typeof ActionSchemas> = Static<(typeof ActionSchemas)[K]>
export type MembershipActionEdit = {
  [K in keyof typeof ActionSchemas]: { kind: K } & Fields<K>
}[keyof typeof ActionSchemas]

export const BatchResultSchema = Type.Object({
  /** Results in the order of the request. */
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      displayName: Type.String(),
      /** `unchanged` means that it already had the requested state. */
      outcome: Type.Enum(['done', 'unchanged', 'refused']),
      /** Code of the refusal, as in a problem response. */
      code: Type.Optional(Type.String()),
      message: Type.Optional(Type.String()),
    }),
  ),
})
export type BatchResult = Static<typeof BatchResultSchema>

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
