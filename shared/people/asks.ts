import { Type, type Static } from 'typebox'

import { DAY } from '#shared/lib/durations.ts'
import { CursorQuerySchema, IdSchema, pageOf } from '#shared/lib/page.ts'

import { RelationshipSchema } from './connections.ts'
import { FilterSchema } from './directory.ts'
import { AskSchema, MemberCardSchema } from './members.ts'

/** All filters must match, ignoring case and accents. */
export const OpenAsksQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    industry: FilterSchema,
    city: FilterSchema,
    /** Slug of a chapter, or `mine` for those of the viewer. */
    chapter: FilterSchema,
  },
  { additionalProperties: false },
)

/** An ask that has not expired. */
const OpenAskSchema = Type.Object({
  ...AskSchema.properties,
  member: MemberCardSchema,
  industry: Type.Optional(Type.String()),
  city: Type.Optional(Type.String()),
  /** The relationship with the viewer, so that a card can offer the matching command. */
  relationship: Type.Optional(RelationshipSchema),
})
export type OpenAsk = Static<typeof OpenAskSchema>

/** The viewer's asks with which members have offered to help, by a meeting or an introduction. */
export const OwnAsksSchema = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      /** Number of members who have. */
      helpers: Type.Integer(),
    }),
  ),
})

/** Ordered by the time at which they were posted or renewed, latest first. */
export const OpenAskPageSchema = pageOf(OpenAskSchema)
export type OpenAskPage = Static<typeof OpenAskPageSchema>

/** Members who offered to help with the viewer's ask. */
export const HelpersSchema = Type.Object({ items: Type.Array(MemberCardSchema) })

/** Milliseconds for which a fulfilled ask is listed. */
export const FULFILLED_SHOWN = 90 * DAY

const strict = { additionalProperties: false } as const

/** `helper` is one of the members who offered to help. */
export const FulfilmentSchema = Type.Object({ helper: Type.Optional(IdSchema) }, strict)
export type Fulfilment = Static<typeof FulfilmentSchema>

export const HelperAnswerSchema = Type.Object({ isNamed: Type.Boolean() }, strict)

const FulfilledAskSchema = Type.Object({
  id: Type.String(),
  text: Type.String(),
  fulfilledAt: Type.String(),
  member: MemberCardSchema,
  /** The member who helped, once both agree to name them. */
  helper: Type.Optional(MemberCardSchema),
})
export type FulfilledAsk = Static<typeof FulfilledAskSchema>

export const FulfilledAsksSchema = Type.Object({
  /** Asks whose owners want to name the viewer as the one who helped. */
  toAnswer: Type.Array(FulfilledAskSchema),
  /** The latest first. */
  items: Type.Array(FulfilledAskSchema),
})
export type FulfilledAsks = Static<typeof FulfilledAsksSchema>
