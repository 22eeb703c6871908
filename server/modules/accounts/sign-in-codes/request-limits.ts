import { DAY, HOUR } from '#shared/lib/durations.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { tooMany } from '#server/lib/failure.ts'
import { keyedHash } from '#server/lib/keyed-hash.ts'
import { networkOf } from '#server/lib/network.ts'
import type { Transaction } from '#server/store/port.ts'

import { codeRequests } from './collection.ts'

/**
 * Requests for codes. With five tries each, those of an address allow 50 guesses a day, of a million. At a venue,
 * everyone signs in from one network.
 */
export const CODE_LIMITS = {
  address: { max: 10, within: DAY },
  network: { max: 300, within: HOUR },
} as const

/** Counts in the store, so that each replica refuses what another one has counted. */
export function createRequestLimits({ secret, clock }: { secret: string; clock: Clock }) {
  const idOf = (kind: keyof typeof CODE_LIMITS, value: string) =>
    keyedHash(secret, 'sign-in-code-requests', kind, value)

  /** @throws Failure 429 */
  return async (tx: Pick<Transaction, 'getMany' | 'put'>, email: string, ip: string) => {
    const now = clock()
    const limits = [
      { id: idOf('address', email), ...CODE_LIMITS.address },
      { id: idOf('network', networkOf(ip)), ...CODE_LIMITS.network },
    ]
    const ids = limits.map(({ id }) => id)
    const stored = await tx.getMany(codeRequests, ids)
    for (const [at, { id, max, within }] of limits.entries()) {
      const known = stored[at]
      const before = known && Date.parse(known.expiresAt) > now ? known : undefined
      if (before && before.count >= max) throw tooMany(Date.parse(before.expiresAt) - now)
      const expiresAt = before?.expiresAt ?? isoInstant(now + within)
      tx.put(codeRequests, { id, count: (before?.count ?? 0) + 1, expiresAt })
    }
  }
}
