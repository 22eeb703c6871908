import { Type, type Static } from 'typebox'

import { ASKED_STATES, MADE_STATES, INTRODUCTION_LIMITS } from './introduction-rules.ts'
import { MemberCardSchema } from './members.ts'
import { IdSchema } from '#shared/lib/page.ts'

/** Introduces two of the sender's connections to each other. */
export const NewIntroductionSchema = Type.Object(
  {
    people: Type.Array(IdSchema, { minItems: 2, maxItems: 2, uniqueItems: true }),
    reason: Type.String({ minLength: 1, maxLength: INTRODUCTION_LIMITS.reason, pattern: '\\S' }),
    /** Id of an ask of one of the two, with which the other could help. */
    ask: Type.Optional(IdSchema),
  },
  { additionalProperties: false },
)
export type NewIntroduction = Static<typeof NewIntroductionSchema>

export const IntroductionCandidatesQuerySchema = Type.Object(
  /** The connection to whom someone is introduced. */
  { member: IdSchema },
  { additionalProperties: false },
)
/** Connections of the viewer whom the member could meet, best matches first. */
export const IntroductionCandidatesSchema = Type.Object({
  items: Type.Array(
    Type.Object({
      member: MemberCardSchema,
      /** The strongest match between the two: `Offers “Printing at cost price”`. */
      match: Type.Optional(Type.String()),
    }),
  ),
})

/** A question to one of the two. Does not reveal the other's answer before both accepted. */
export const AskedIntroductionSchema = Type.Object({
  id: Type.String(),
  /** The member who introduces them. Undefined when the two chose each other after an event. */
  introducer: Type.Optional(MemberCardSchema),
  /** Id of that event. */
  event: Type.Optional(Type.String()),
  /** The member they would meet. */
  member: MemberCardSchema,
  reason: Type.String(),
  state: Type.Enum([...ASKED_STATES]),
  introducedAt: Type.String(),
  /** Time at which it lapses, unless they are connected. */
  expiresAt: Type.Optional(Type.String()),
})
export type AskedIntroduction = Static<typeof AskedIntroductionSchema>

/** An introduction that the viewer made. */
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
export const IntroductionsSchema = Type.Object({
  asked: Type.Array(AskedIntroductionSchema),
  made: Type.Array(MadeIntroductionSchema),
})
export type Introductions = Static<typeof IntroductionsSchema>
