import { Type } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/** A renamed or removed industry that still has members. The id is derived from the name. */
export const industryMoves = defineCollection({
  name: 'industry-moves',
  schema: Type.Object({
    id: Type.String(),
    from: Type.String(),
    /** Empty for no industry. */
    to: Type.String(),
    startedAt: Type.String(),
  }),
})
