import { Type, type Static } from 'typebox'

import { MemberRoleSchema } from '#shared/people/members.ts'
import { MEMBERSHIP_STATUSES } from '#shared/people/profile.ts'

export const SessionExchangeSchema = Type.Object(
  { idToken: Type.String({ minLength: 1, maxLength: 8192 }) },
  { additionalProperties: false },
)

const MembershipSchema = Type.Object({
  role: MemberRoleSchema,
  status: Type.Enum([...MEMBERSHIP_STATUSES]),
  /** False until onboarding's last step was finished or skipped. */
  onboarded: Type.Boolean(),
})
export type Membership = Static<typeof MembershipSchema>

const SessionUserSchema = Type.Object({
  uid: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  emailVerified: Type.Boolean(),
  /** Undefined until the email is verified, which is when the user becomes a member. */
  member: Type.Optional(MembershipSchema),
  /** The member's choice. In answers to sign-ins only. */
  language: Type.Optional(Type.String()),
})
export type SessionUser = Static<typeof SessionUserSchema>

export const SessionSchema = Type.Union([
  Type.Object({ authenticated: Type.Literal(false) }),
  Type.Object({
    authenticated: Type.Literal(true),
    user: SessionUserSchema,
    /** The time of the person's last sign-in, and the end of the session. ISO instants. */
    authTime: Type.String(),
    expiresAt: Type.String(),
  }),
])
export type Session = Static<typeof SessionSchema>

/** A session of the requesting member. */
export const OwnSessionSchema = Type.Object({
  id: Type.String(),
  /** Whether it is the requesting one. */
  current: Type.Boolean(),
  /** ISO instants. The second is up to an hour behind. Undefined when not known, like the rest. */
  signedInAt: Type.Optional(Type.String()),
  lastSeenAt: Type.Optional(Type.String()),
  /** For example `Firefox` and `Windows`. */
  browser: Type.Optional(Type.String()),
  system: Type.Optional(Type.String()),
})
export type OwnSession = Static<typeof OwnSessionSchema>

/** The requesting session comes first, then the others by their last use. */
export const OwnSessionListSchema = Type.Object({ items: Type.Array(OwnSessionSchema) })
export type OwnSessionList = Static<typeof OwnSessionListSchema>

/** Changes that a member is about to make at the identity provider. */
const CREDENTIAL_CHANGES = ['email_change', 'password_change', 'google_link', 'google_unlink'] as const
export type CredentialChange = (typeof CREDENTIAL_CHANGES)[number]

export const CredentialChangeSchema = Type.Object(
  { change: Type.Enum([...CREDENTIAL_CHANGES]) },
  { additionalProperties: false },
)

/** The token in an account's verification links. */
export const VerificationTokenSchema = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 172 }) },
  { additionalProperties: false },
)

export const VerificationSchema = Type.Object({
  /** Whether the email of the token's account is verified. */
  verified: Type.Boolean(),
})
