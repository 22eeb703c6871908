import { Type } from 'typebox'

/**
 * For routes that make something: a client that asks again because the answer was lost sends the same key, and what it
 * asks for is made once (draft-ietf-httpapi-idempotency-key-header). Without one, asking twice makes it twice.
 */
export const IdempotencyKeyHeaderSchema = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$' })),
})
