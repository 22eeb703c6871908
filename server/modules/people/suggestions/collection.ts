import { Type } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/** A suggestion that `by` dismissed. The id is the joined id of the two, in this order. */
const DismissalSchema = Type.Object({
  id: Type.String(),
  by: Type.String(),
  of: Type.String(),
  dismissedAt: Type.String(),
})

export const dismissals = defineCollection({
  name: 'introduction-dismissals',
  schema: DismissalSchema,
  indexes: [{ equal: ['by'] }, { equal: ['of'] }],
  hasFeed: true,
})
