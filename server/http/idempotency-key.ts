import { Type } from 'typebox'

/**
 * For routes that create something: a client that repeats a request because the response was lost sends the same key, so
 * that it is created once (draft-ietf-httpapi-idempotency-key-header). Without a key, two requests create two.
 */
export const IdempotencyKeyHeaderSchema = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{16,64}$',
      description: 'The same for each attempt, so that repeating a request creates nothing twice.',
    }),
  ),
})
