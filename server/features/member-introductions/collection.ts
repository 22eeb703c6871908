import { Type, type Static } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/** A member introduces two of their connections to each other, or two members chose each other after an event. */
const MemberIntroductionDocumentSchema = Type.Object({
  id: Type.String(),
  /** Member ids. */
  introducer: Type.Optional(Type.String()),
  /** The event after which both chose to meet again; then there is no introducer, and both have accepted. */
  event: Type.Optional(Type.String()),
  people: Type.Array(Type.String(), { minItems: 2, maxItems: 2 }),
  /** `pairOf(people)` */
  pair: Type.String(),
  reason: Type.String(),
  introducedAt: Type.String(),
  /** Their last answers. Absent: none yet. */
  accepted: Type.Array(Type.String()),
  declined: Type.Array(Type.String()),
  /** When both had accepted. */
  connectedAt: Type.Optional(Type.String()),
  /** When one of them proposed a meeting. */
  followedUpAt: Type.Optional(Type.String()),
})
export type MemberIntroductionDocument = Static<typeof MemberIntroductionDocumentSchema>

export const memberIntroductions = defineCollection({
  name: 'member-introductions',
  schema: MemberIntroductionDocumentSchema,
  indexes: [
    { contains: 'people', order: 'introducedAt', directions: ['desc'] },
    { equal: ['introducer'], order: 'introducedAt', directions: ['desc'] },
    { equal: ['pair'], order: 'introducedAt', directions: ['desc'] },
  ],
  feeds: [[]],
})
