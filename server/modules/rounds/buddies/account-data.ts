import { Type } from 'typebox'

import { exported } from '#server/modules/account-data-part.ts'
import { allOf, deleteAll } from '#server/store/all-of.ts'
import type { Store } from '#server/store/port.ts'

import { buddyOffers, buddyPairs } from './collection.ts'

const ExportedBuddiesSchema = Type.Object({
  offer: Type.Optional(Type.Object({ most: Type.Integer(), since: Type.String() })),
  /** Members who were asked, by the member or as the member. */
  pairs: Type.Array(
    Type.Object({ newcomer: Type.String(), buddy: Type.String(), at: Type.String(), meeting: Type.String() }),
  ),
})

/** A member's offer to be a buddy, their newcomers, and their own buddies. */
export const buddiesAccountData = (store: Store) => {
  return exported(
    { name: 'buddies', collections: [buddyOffers, buddyPairs], schema: ExportedBuddiesSchema },
    {
      exportOf: async (memberId) => ({
        offer: await store.get(buddyOffers, memberId),
        pairs: (
          await Promise.all(pairsWith(memberId).map((query) => allOf(store, buddyPairs, query)))
        ).flat(),
      }),
      async forget(memberId) {
        await store.transact(async (tx) => tx.delete(buddyOffers, memberId))
        await deleteAll(store, buddyPairs, ...pairsWith(memberId))
      },
    },
  )
}

const pairsWith = (member: string) => ['newcomer', 'buddy'].map((as) => ({ where: { [as]: member } }))
