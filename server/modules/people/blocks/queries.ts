import type { HiddenFrom } from '#server/modules/people/relationships/types.ts'
import type { Store } from '#server/store/port.ts'
import { sql } from '#server/views/sql.ts'

/** Used by lists. Code that guards a profile or a command reads documents. */
export const createHiddenFrom =
  (store: Pick<Store, 'views'>): HiddenFrom =>
  async (viewerId) => {
    const views = await store.views()
    const found = views.all<{ id: string }>(
      sql`SELECT otherId AS id FROM blockedPair WHERE viewerId = ${viewerId}`,
    )
    return new Set(found.map(({ id }) => id))
  }
