import { DAY, HOUR } from '#shared/lib/durations.ts'
import type { Clock } from '#server/lib/clock.ts'
import { networkOf } from '#server/lib/network.ts'
import type { Transaction } from '#server/store/port.ts'
import { createRequestCounter } from '#server/store/request-counts.ts'

import { codeRequests } from './collection.ts'

/**
 * Requests for codes. With five tries each, those of an address allow 50 guesses a day, of a million. At a venue,
 * everyone signs in from one network.
 */
const CODE_LIMITS = {
  address: { max: 10, within: DAY },
  network: { max: 300, within: HOUR },
} as const

export function createRequestLimits(deps: { secret: string; clock: Clock }) {
  const count = createRequestCounter({ collection: codeRequests, ...deps })

  /** @throws Failure 429 */
  return (tx: Pick<Transaction, 'getMany' | 'put'>, email: string, ip: string) =>
    count(tx, [
      { kind: 'address', value: email, ...CODE_LIMITS.address },
      { kind: 'network', value: networkOf(ip), ...CODE_LIMITS.network },
    ])
}
