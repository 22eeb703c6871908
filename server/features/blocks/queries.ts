import type { Store } from '#server/store/port.ts'
import type { BlockedBy, HiddenFrom } from '#server/features/connections/types.ts'
import { type Query, sql } from '#server/views/sql.ts'

/** For lists. What guards a profile or a command reads documents. */
export function createBlockLookups(store: Pick<Store, 'views'>): {
  hiddenFrom: HiddenFrom
  blockedBy: BlockedBy
} {
  const idsOf = async (query: Query) => {
    const views = await store.views()
    return new Set(views.all<{ id: string }>(query).map(({ id }) => id))
  }
  return {
    hiddenFrom: (viewerId) => idsOf(sql`SELECT otherId AS id FROM blockedPair WHERE viewerId = ${viewerId}`),
    blockedBy: (viewerId) => idsOf(sql`SELECT blocked AS id FROM block WHERE blocker = ${viewerId}`),
  }
}
