import { Type } from 'typebox'

import { HiddenSchema } from '#shared/hidden.ts'
import { defineCollection } from '#server/store/port.ts'

export const announcements = defineCollection({
  name: 'announcements',
  schema: Type.Object({
    id: Type.String(),
    event: Type.String(),
    text: Type.String(),
    by: Type.String(),
    at: Type.String(),
    /** An admin has hidden it. */
    hidden: Type.Optional(HiddenSchema),
  }),
  indexes: [
    { equal: ['event'], order: 'at' },
    { equal: ['by'], order: 'at' },
  ],
  feeds: [[]],
})
