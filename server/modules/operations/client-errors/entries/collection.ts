import { type Static, Type } from 'typebox'

import { WEEK } from '#shared/lib/durations.ts'
import { defineCollection } from '#server/store/port.ts'

/** Milliseconds. Browsers resend no older entries. */
export const KEPT_FOR = WEEK

type WrittenBatch = Static<typeof WrittenBatchSchema>
const WrittenBatchSchema = Type.Object({
  id: Type.String(),
  ids: Type.Array(Type.String()),
  at: Type.String(),
})

/** The ids of entries that were written together, kept as long as a browser might resend them. */
export const writtenClientErrors = defineCollection({
  name: 'written-client-errors',
  schema: WrittenBatchSchema,
  indexes: [{ order: 'at' }, { contains: 'ids' }],
  schemaVersion: 2,
  /** Version 1 also had ids of lines that were about to be written. */
  migrate: ({ id, ids, at, claimedUntil }) =>
    ({ id, ids: claimedUntil === undefined ? ids : [], at }) as WrittenBatch,
  expiresAt: ({ at }) => Date.parse(at) + KEPT_FOR,
})
