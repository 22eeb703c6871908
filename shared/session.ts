import { Type, type Static } from 'typebox'

import { MemberRoleSchema, MemberStatusSchema } from './members.ts'

export const SessionExchangeSchema = Type.Object(
  { idToken: Type.String({ minLength: 1, maxLength: 8192 }) },
  { additionalProperties: false },
)

const MembershipSchema = Type.Object({
  role: MemberRoleSchema,
  status: MemberStatusSchema,
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
