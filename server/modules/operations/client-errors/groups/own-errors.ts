import { Type } from 'typebox'

import { deleteAll, eachOf } from '#server/store/all-of.ts'
import type { Store } from '#server/store/port.ts'
import { exported } from '#server/modules/account-data-part.ts'
import { writtenClientErrors } from '#server/modules/operations/client-errors/entries/collection.ts'

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

const BATCH_SIZE = 200

/** Samples for the account data of their member. Groups keep only a number of the member. */
export function createOwnErrors({ store, keyedHash }: { store: Store; keyedHash: (text: string) => string }) {
  const ofMember = (memberId: string) =>
    ({ where: { person: personOf(memberId, keyedHash) }, orderBy: 'at', direction: 'desc' }) as const

  return {
    exportOf: (memberId: string) => eachOf(store, errorSamples, ofMember(memberId), BATCH_SIZE),
    forget: (memberId: string): Promise<void> => deleteAll(store, errorSamples, ofMember(memberId)),
  }
}

export const clientErrorsAccountData = (service: ReturnType<typeof createOwnErrors>) =>
  exported(
    {
      name: 'clientErrors',
      collections: [writtenClientErrors, ...errorGroupCollections],
      schema: ExportedErrorsSchema,
    },
    service,
  )
