import { Type, type Static } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/** A member introduces two of their connections to each other, or two members chose each other after an event. */
const IntroductionDocumentSchema = Type.Object({
  id: Type.String(),
  /** Member ids. */
  introducer: Type.Optional(Type.String()),
  /** The event after which both chose to meet again. Then there is no introducer, and both have accepted. */
  event: Type.Optional(Type.String()),
  people: Type.Array(Type.String(), { minItems: 2, maxItems: 2 }),
  /** `pairOf(people)` */
  pair: Type.String(),
  reason: Type.String(),
  /** The ask of one of them with which the other could help. */
  ask: Type.Optional(Type.String()),
  introducedAt: Type.String(),
  /** Members who have accepted, by their last answers. */
  accepted: Type.Array(Type.String()),
  declined: Type.Array(Type.String()),
  /** Time at which both had accepted. */
  connectedAt: Type.Optional(Type.String()),
  /** Time at which one of them proposed a meeting. */
  followedUpAt: Type.Optional(Type.String()),
})
export type IntroductionDocument = Static<typeof IntroductionDocumentSchema>

export const introductions = defineCollection({
  name: 'member-introductions',
  schema: IntroductionDocumentSchema,
  indexes: [
    { contains: 'people', order: 'introducedAt', directions: ['desc'] },
    { equal: ['introducer'], order: 'introducedAt', directions: ['desc'] },
    { equal: ['pair'], order: 'introducedAt', directions: ['desc'] },
  ],
  hasFeed: true,
})
