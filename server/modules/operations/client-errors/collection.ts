import { Type } from 'typebox'

import { WEEK } from '#shared/lib/durations.ts'
import { defineCollection } from '#server/store/port.ts'

/** Milliseconds. Browsers resend no older entries. */
export const KEPT_FOR = WEEK

/** The ids of entries that were written together, kept as long as a browser might resend them. */
export const writtenClientErrors = defineCollection({
  name: 'written-client-errors',
  schema: Type.Object({
    id: Type.String(),
    ids: Type.Array(Type.String()),
    at: Type.String(),
    /** Set while a replica is about to write the lines. Once it has passed, any replica may write them. */
    claimedUntil: Type.Optional(Type.String()),
  }),
  indexes: [{ order: 'at' }, { contains: 'ids' }],
  expiresAt: ({ at }) => Date.parse(at) + KEPT_FOR,
})
