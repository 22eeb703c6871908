import { LRUCache } from 'lru-cache'

import { DAY } from '#shared/lib/durations.ts'
import { maxEntries } from '#server/lib/max-entries.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'
import { refusedAddresses } from '#server/modules/notifications/emails/collection.ts'

const MAX_PAUSE = 32 * DAY
const MAX_REMEMBERED = 10_000

export type Refusals = ReturnType<typeof createRefusals>

/** Addresses that a mail server has refused permanently get no email for a day, then two, up to a month. */
export function createRefusals({ store, clock }: { store: Store; clock: Clock }) {
  /** Members with a refused address known to this process, so that a successful send need not read. */
  const known = new LRUCache<string, true>(maxEntries(MAX_REMEMBERED))

  return {
    async isRefused(member: string, address: string): Promise<boolean> {
      const stored = await store.get(refusedAddresses, member)
      if (!stored) return false
      known.set(member, true)
      return stored.address === address && Date.parse(stored.retryAt) > clock()
    },

    refused: (member: string, address: string): Promise<void> =>
      store.transact(async (tx) => {
        const before = await tx.get(refusedAddresses, member)
        const isSame = before?.address === address
        const times = isSame ? before.times + 1 : 1
        const now = clock()
        tx.put(refusedAddresses, {
          id: member,
          address,
          since: isSame ? before.since : isoInstant(now),
          times,
          retryAt: isoInstant(now + Math.min(DAY * 2 ** (times - 1), MAX_PAUSE)),
        })
      }),

    async accepted(member: string): Promise<void> {
      if (known.delete(member)) await store.transact(async (tx) => tx.delete(refusedAddresses, member))
    },

    /** The time since which the member's address has been refused. */
    async of(member: string) {
      const stored = await store.get(refusedAddresses, member)
      return stored && { address: stored.address, since: stored.since, retryAt: stored.retryAt }
    },

    forget: (member: string) => store.transact(async (tx) => tx.delete(refusedAddresses, member)),
  }
}
