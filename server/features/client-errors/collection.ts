import { Type } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/** The ids of entries that were written down, for as long as a browser might send them once more. */
export const writtenClientErrors = defineCollection({
  name: 'written-client-errors',
  schema: Type.Object({ id: Type.String(), at: Type.String() }),
  indexes: [{ order: 'at' }],
})
