import { type Static, Type } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/** One per direction. The id is the joined id of blocker and blocked, in this order. */
const BlockDocumentSchema = Type.Object({
  id: Type.String(),
  blocker: Type.String(),
  blocked: Type.String(),
  blockedAt: Type.String(),
})

export type BlockDocument = Static<typeof BlockDocumentSchema>

export const blocks = defineCollection({
  name: 'blocks',
  schema: BlockDocumentSchema,
  indexes: [
    { equal: ['blocker'], order: 'blockedAt', directions: ['desc'] },
    { equal: ['blocked'], order: 'blockedAt' },
  ],
  hasFeed: true,
})
