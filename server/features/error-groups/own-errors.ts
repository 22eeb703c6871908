import type { AccountData } from '#shared/account-data.ts'
import type { Store } from '#server/store/port.ts'

import { personOf } from './additions.ts'
import { errorSamples } from './collection.ts'

const AT_ONCE = 200

/** Of samples, for the account data of the member whose they are. Groups keep only a number of the member. */
export function createOwnErrors({ store, keyedHash }: { store: Store; keyedHash: (text: string) => string }) {
  const page = (memberId: string, cursor?: string) =>
    store.find(errorSamples, {
      where: { person: personOf(memberId, keyedHash) },
      orderBy: 'at',
      direction: 'desc',
      limit: AT_ONCE,
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
export type OwnErrors = ReturnType<typeof createOwnErrors>
