import { Type } from 'typebox'

import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { tooMany } from '#server/lib/failure.ts'
import { keyedHash } from '#server/lib/keyed-hash.ts'

import { defineCollection, type Transaction } from './port.ts'

/** Requests of one origin in a period that begins with the first. The id is a keyed hash. */
export const defineRequestCounts = (name: string) =>
  defineCollection({
    name,
    schema: Type.Object({ id: Type.String(), count: Type.Integer(), expiresAt: Type.String() }),
    indexes: [{ order: 'expiresAt' }],
    expiresAt: ({ expiresAt }) => Date.parse(expiresAt),
  })

type RequestCounts = ReturnType<typeof defineRequestCounts>

interface Limit {
  /** Kind of the origin, such as `address` or `network`. */
  kind: string
  value: string
  max: number
  /** Milliseconds. */
  within: number
}

/** Counts in the store, so that each replica refuses what another one has counted. */
export function createRequestCounter({
  collection,
  secret,
  clock,
}: {
  collection: RequestCounts
  secret: string
  clock: Clock
}) {
  const idOf = ({ kind, value }: Limit) => keyedHash(secret, collection.name, kind, value)

  /** @throws Failure 429 when one of the limits is reached */
  return async (tx: Pick<Transaction, 'getMany' | 'put'>, limits: readonly Limit[]) => {
    const now = clock()
    const stored = await tx.getMany(collection, limits.map(idOf))
    for (const [at, limit] of limits.entries()) {
      const known = stored[at]
      const before = known && Date.parse(known.expiresAt) > now ? known : undefined
      if (before && before.count >= limit.max) throw tooMany(Date.parse(before.expiresAt) - now)
      const expiresAt = before?.expiresAt ?? isoInstant(now + limit.within)
      tx.put(collection, { id: idOf(limit), count: (before?.count ?? 0) + 1, expiresAt })
    }
  }
}
