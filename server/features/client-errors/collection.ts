import { Type } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/** Milliseconds. A browser sends nothing again that is older. */
export const KEPT_FOR = 7 * 24 * 60 * 60_000

/** The ids of entries that were written down together, for as long as a browser might send them once more. */
export const writtenClientErrors = defineCollection({
  name: 'written-client-errors',
  schema: Type.Object({
    id: Type.String(),
    ids: Type.Array(Type.String()),
    at: Type.String(),
    /** While a replica is about to write the lines. Once it has passed, any replica may write them. */
    claimedUntil: Type.Optional(Type.String()),
  }),
  indexes: [{ order: 'at' }, { contains: 'ids' }],
  expiresAt: ({ at }) => Date.parse(at) + KEPT_FOR,
})
