import { Type } from 'typebox'

import { CONNECTION_LIMITS } from '#shared/connection-rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { Failure } from '#server/lib/failure.ts'
import { defineCollection, type Transaction } from '#server/store/port.ts'

const DAY = 24 * 60 * 60 * 1_000

/** When a member made their latest requests. Requests made anew overwrite the old ones, so these are counted apart. */
export const recentRequests = defineCollection({
  name: 'recent-requests',
  schema: Type.Object({
    /** The member's. */
    id: Type.String(),
    /** ISO instants of the last 24 hours, the earliest first. */
    at: Type.Array(Type.String()),
  }),
})

/** Counts one more, or refuses: requests are for people one means to meet. */
export async function countRequest(tx: Transaction, memberId: string, now: number): Promise<void> {
  const known = await tx.get(recentRequests, memberId)
  const at = (known?.at ?? []).filter((instant) => Date.parse(instant) > now - DAY)
  const [first] = at
  if (first && at.length >= CONNECTION_LIMITS.requestsPerDay) {
    throw new Failure(
      429,
      'request_limit',
      `You have sent ${CONNECTION_LIMITS.requestsPerDay} requests within a day. Please wait before you send more.`,
      { retryAfter: Math.ceil((Date.parse(first) + DAY - now) / 1_000) },
    )
  }
  tx.put(recentRequests, { id: memberId, at: [...at, isoInstant(now)] })
}
