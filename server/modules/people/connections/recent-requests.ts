import { Type } from 'typebox'

import * as m from '#shared/people/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { CONNECTION_LIMITS } from '#shared/people/connection-rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { Failure } from '#server/lib/failure.ts'
import { defineCollection, type Transaction } from '#server/store/port.ts'

/**
 * Times of a member's requests, for the daily limit. Connections cannot be counted: a new request replaces the old.
 */
export const recentRequests = defineCollection({
  name: 'recent-requests',
  schema: Type.Object({
    /** Member id. */
    id: Type.String(),
    /** ISO instants of the last 24 hours, earliest first. */
    at: Type.Array(Type.String()),
  }),
  expiresAt: ({ at }) => Date.parse(at.at(-1) ?? '') + DAY,
})

/** @throws Failure 429 when the daily limit is reached */
export async function countRequest(tx: Transaction, memberId: string, now: number): Promise<void> {
  const known = await tx.get(recentRequests, memberId)
  const at = (known?.at ?? []).filter((instant) => Date.parse(instant) > now - DAY)
  const [first] = at
  if (first && at.length >= CONNECTION_LIMITS.requestsPerDay) {
    throw new Failure(429, 'request_limit', m.connectLimit({ most: CONNECTION_LIMITS.requestsPerDay }), {
      retryAfter: Date.parse(first) + DAY - now,
    })
  }
  tx.put(recentRequests, { id: memberId, at: [...at, isoInstant(now)] })
}
