import { Type } from 'typebox'

import { IdSchema } from './page.ts'
import { recordOf } from './records.ts'

/** Parameters of a path, each of them an id. */
export const ids = <N extends string>(...names: readonly N[]) => Type.Object(recordOf(names, () => IdSchema))

/** The answer of a command without a result. */
export const NO_CONTENT = { 204: Type.Null() }

/** An answer that is a file of this media type. */
export const file = (type: string, description?: string) => ({
  200: {
    content: {
      [type]: { schema: Type.Unsafe<unknown>(description === undefined ? Type.String() : { description }) },
    },
  },
})

/**
 * Header of routes that create something: a client that repeats a request after a lost response sends the same key, so
 * that it is created once (draft-ietf-httpapi-idempotency-key-header). Without a key, two requests create two.
 */
export const IdempotencyKeyHeaderSchema = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{16,64}$',
      description: 'Idempotency key. Reuse it when you retry a request.',
    }),
  ),
})
