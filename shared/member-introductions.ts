import { Type, type Static } from 'typebox'

import { ASKED_STATES, MADE_STATES, MEMBER_INTRODUCTION_LIMITS } from './member-introduction-rules.ts'
import { MemberCardSchema } from './members.ts'
import { IdSchema } from './page.ts'

/** Introduces two of the sender's connections to each other. */
export const NewMemberIntroductionSchema = Type.Object(
  {
    people: Type.Array(IdSchema, { minItems: 2, maxItems: 2, uniqueItems: true }),
    reason: Type.String({ minLength: 1, maxLength: MEMBER_INTRODUCTION_LIMITS.reason, pattern: '\\S' }),
  },
  { additionalProperties: false },
)
export type NewMemberIntroduction = Static<typeof NewMemberIntroductionSchema>

/** A question to one of the two. Says nothing about the other's answer before both accepted. */
export const AskedIntroductionSchema = Type.Object({
  id: Type.String(),
  /** Who introduces them. Absent where the two chose each other after an event. */
  introducer: Type.Optional(MemberCardSchema),
  /** Id of that event. */
  event: Type.Optional(Type.String()),
  /** Whom they would meet. */
  member: MemberCardSchema,
  reason: Type.String(),
  state: Type.Enum([...ASKED_STATES]),
  introducedAt: Type.String(),
  /** When it lapses; unless connected. */
  expiresAt: Type.Optional(Type.String()),
})
export type AskedIntroduction = Static<typeof AskedIntroductionSchema>

/** One that the viewer made. */
export const MadeIntroductionSchema = Type.Object({
  id: Type.String(),
  people: Type.Array(MemberCardSchema),
  reason: Type.String(),
  state: Type.Enum([...MADE_STATES]),
  introducedAt: Type.String(),
  expiresAt: Type.String(),
})
export type MadeIntroduction = Static<typeof MadeIntroductionSchema>

/** Latest first. */
export const MemberIntroductionsSchema = Type.Object({
  asked: Type.Array(AskedIntroductionSchema),
  made: Type.Array(MadeIntroductionSchema),
})
export type MemberIntroductions = Static<typeof MemberIntroductionsSchema>
