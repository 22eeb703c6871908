import { Type } from 'typebox'

import { defineCollection, type DocumentOf } from '#server/store/port.ts'

/** Asks that their owners have marked as fulfilled, and who helped. */
export const fulfilledAsks = defineCollection({
  name: 'fulfilled-asks',
  schema: Type.Object({
    /** Id of the ask, which the profile no longer has. */
    id: Type.String(),
    owner: Type.String(),
    text: Type.String(),
    fulfilledAt: Type.String(),
    /** The member who helped, as the owner says. */
    helper: Type.Optional(Type.String()),
    /** Whether the helper agrees to be named. Undefined until they answer. */
    isNamed: Type.Optional(Type.Boolean()),
  }),
  indexes: [
    { equal: ['owner'], order: 'fulfilledAt', directions: ['desc'] },
    { equal: ['helper'], order: 'fulfilledAt', directions: ['desc'] },
  ],
  hasFeed: true,
})
export type FulfilledAsk = DocumentOf<typeof fulfilledAsks>
