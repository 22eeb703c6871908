import { Type, type Static } from 'typebox'

import { CursorQuerySchema, pageOf } from '#shared/lib/page.ts'

import { RelationshipSchema } from './connections.ts'
import { FilterSchema } from './directory.ts'
import { AskSchema, MemberCardSchema } from './members.ts'

/** Both filters must match, ignoring case and accents. */
export const OpenAsksQuerySchema = Type.Object(
  { ...CursorQuerySchema.properties, industry: FilterSchema, city: FilterSchema },
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
