import { Type, type Static } from 'typebox'

import type { Store } from '#server/store/port.ts'
import { exported } from '#server/modules/account-data-part.ts'
import { writtenClientErrors } from '#server/modules/operations/client-errors/collection.ts'

import { errorSamples, errorGroupCollections } from './collection.ts'
import { personOf } from './person.ts'

/** Errors in the member's browser that still have a sample, for at most 30 days. */
const ExportedErrorsSchema = Type.Array(
  Type.Object({
    at: Type.String(),
    type: Type.String(),
    message: Type.String(),
    path: Type.String(),
    userAgent: Type.String(),
  }),
)
export type ExportedErrors = Static<typeof ExportedErrorsSchema>

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
    async exportOf(memberId: string): Promise<ExportedErrors> {
      const errors: ExportedErrors = []
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

export const clientErrorsAccountData = (service: ReturnType<typeof createOwnErrors>) =>
  exported({
    name: 'clientErrors',
    collections: [writtenClientErrors, ...errorGroupCollections],
    schema: ExportedErrorsSchema,
    exportOf: service.exportOf,
    forget: service.forget,
  })
