import type { AccountData } from '#shared/accounts/account-data.ts'
import type { Store } from '#server/store/port.ts'

import { errorSamples } from './collection.ts'
import { personOf } from './person.ts'

const BATCH_SIZE = 200

/** Samples for the account data of their member. Groups keep only a number of the member. */
export function createOwnErrors({ store, keyedHash }: { store: Store; keyedHash: (text: string) => string }) {
  const page = (memberId: string, cursor?: string) =>
    store.find(errorSamples, {
      where: { person: personOf(memberId, keyedHash) },
      orderBy: 'at',
      direction: 'desc',
      limit: BATCH_SIZE,
      ...(cursor !== undefined && { cursor }),
    })

  return {
    async exportOf(memberId: string): Promise<AccountData['clientErrors']> {
      const errors: AccountData['clientErrors'] = []
      let next: string | undefined
      do {
        const found = await page(memberId, next)
        for (const { at, type, message, path, userAgent } of found.items)
          errors.push({ at, type, message, path, userAgent })
        next = found.next
      } while (next !== undefined)
      return errors
    },
    async forget(memberId: string): Promise<void> {
      for (;;) {
        const { items } = await page(memberId)
        if (items.length === 0) return
        await store.transact(async (tx) => {
          for (const { id } of items) tx.delete(errorSamples, id)
        })
      }
    },
  }
}
