import { Type, type Static } from 'typebox'

import { MemberRoleSchema } from './members.ts'
import { MEMBERSHIP_STATUSES } from './profile.ts'

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
  /** Absent until the email is verified, which is when the user becomes a member. */
  member: Type.Optional(MembershipSchema),
})
export type SessionUser = Static<typeof SessionUserSchema>

export const SessionSchema = Type.Union([
  Type.Object({ authenticated: Type.Literal(false) }),
  Type.Object({
    authenticated: Type.Literal(true),
    user: SessionUserSchema,
    /** When the person last proved who they are, and when the session ends. ISO instants. */
    authTime: Type.String(),
    expiresAt: Type.String(),
  }),
])
export type Session = Static<typeof SessionSchema>

/** A session of the member who asks. */
export const OwnSessionSchema = Type.Object({
  id: Type.String(),
  /** Whether it is the one that asks. */
  current: Type.Boolean(),
  /** ISO instants. The second is up to an hour behind. Like the rest, absent when not known. */
  signedInAt: Type.Optional(Type.String()),
  lastSeenAt: Type.Optional(Type.String()),
  /** Such as `Firefox` and `Windows`. */
  browser: Type.Optional(Type.String()),
  system: Type.Optional(Type.String()),
})
export type OwnSession = Static<typeof OwnSessionSchema>

/** The one that asks comes first, then the one that was used last. */
export const OwnSessionListSchema = Type.Object({ items: Type.Array(OwnSessionSchema) })
export type OwnSessionList = Static<typeof OwnSessionListSchema>

/** What a member is about to change at the identity provider. */
const CREDENTIAL_CHANGES = ['email_change', 'password_change', 'google_link', 'google_unlink'] as const
export type CredentialChange = (typeof CREDENTIAL_CHANGES)[number]

export const CredentialChangeSchema = Type.Object(
  { change: Type.Enum([...CREDENTIAL_CHANGES]) },
  { additionalProperties: false },
)

/** Carried by an account's verification links. */
export const VerificationTokenSchema = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 172 }) },
  { additionalProperties: false },
)
export type VerificationToken = Static<typeof VerificationTokenSchema>

export const VerificationSchema = Type.Object({
  /** Whether the email of the token's account is verified. */
  verified: Type.Boolean(),
})
export type Verification = Static<typeof VerificationSchema>
