import { Type } from 'typebox'

import { exported } from '#server/modules/account-data-part.ts'
import type { Store } from '#server/store/port.ts'

import { type TablePlanDocument, tablePlans } from './collection.ts'
import { plansNaming } from './queries.ts'

/** A member's seats at events. */
export const tablesAccountData = (store: Store) =>
  exported(
    {
      name: 'tables',
      collections: [tablePlans],
      schema: Type.Array(Type.Object({ event: Type.String(), tables: Type.Array(Type.Integer()) })),
    },
    {
      async exportOf(memberId) {
        const plans = await store.getMany(tablePlans, plansNaming(await store.views(), memberId))
        return plans.flatMap((plan) => {
          const own = plan?.seats.find(({ member }) => member === memberId)
          return plan && own ? [{ event: plan.id, tables: own.tables }] : []
        })
      },
      async forget(memberId) {
        for (const id of plansNaming(await store.views(), memberId))
          await store.transact(async (tx) => {
            const plan = await tx.get(tablePlans, id)
            if (!plan) return
            tx.put(tablePlans, {
              ...plan,
              version: plan.version + 1,
              seats: plan.seats.filter(({ member }) => member !== memberId),
              together: without(memberId, plan.together),
              apart: without(memberId, plan.apart),
            })
          })
      },
    },
  )

const without = (memberId: string, groups: TablePlanDocument['apart']) =>
  groups.map(({ members }) => ({ members: members.filter((member) => member !== memberId) }))
