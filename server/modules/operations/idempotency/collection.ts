import { Type } from 'typebox'

import { WEEK } from '#shared/lib/durations.ts'
import { defineCollection } from '#server/store/port.ts'

/** Milliseconds. A form in an open tab keeps its key until its request has succeeded. */
export const KEPT_FOR = WEEK

/** The request that each idempotency key belongs to. */
export const idempotencyKeys = defineCollection({
  name: 'idempotency-keys',
  schema: Type.Object({
    /** `joinedId(member, key)`. */
    id: Type.String(),
    /** Hash of method, address and body. */
    request: Type.String(),
    at: Type.String(),
  }),
  indexes: [{ order: 'at' }],
  expiresAt: ({ at }) => Date.parse(at) + KEPT_FOR,
})
