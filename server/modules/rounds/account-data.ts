import { Type } from 'typebox'

import { exported } from '#server/modules/account-data-part.ts'
import { allOf, deleteAll } from '#server/store/all-of.ts'
import type { Store } from '#server/store/port.ts'

import { everyRound, roundParticipants, rounds } from './collection.ts'

const ExportedRoundsSchema = Type.Object({
  /** The opt-in until further notice. */
  every: Type.Optional(Type.Object({ topic: Type.String(), since: Type.String() })),
  rounds: Type.Array(
    Type.Object({
      round: Type.String(),
      state: Type.Enum(['in', 'out', 'invited']),
      topic: Type.String(),
      at: Type.String(),
      meeting: Type.Optional(Type.String()),
    }),
  ),
})

/** A member's answers to rounds. */
export const roundsAccountData = (store: Store) => {
  return exported(
    { name: 'rounds', collections: [roundParticipants, everyRound], schema: ExportedRoundsSchema },
    {
      async exportOf(memberId) {
        const own = await allOf(store, roundParticipants, { where: { member: memberId } })
        const found = await store.getMany(
          rounds,
          own.map(({ round }) => round),
        )
        return {
          every: await store.get(everyRound, memberId),
          rounds: own.map((answer, at) => ({ ...answer, round: found[at]?.title ?? '' })),
        }
      },
      async forget(memberId) {
        await store.transact(async (tx) => tx.delete(everyRound, memberId))
        await deleteAll(store, roundParticipants, { where: { member: memberId } })
      },
    },
  )
}
