import { setImmediate as nextTurn } from 'node:timers/promises'

import type { AnyCollection, Store } from '#server/store/port.ts'

const AT_ONCE = 200

/**
 * Deletes all documents of which a field is before an instant, however many, in batches of one transaction each. It
 * leaves those that have changed meanwhile and are due no longer.
 */
export async function deleteBefore(
  store: Pick<Store, 'find' | 'transact'>,
  collection: AnyCollection,
  field: string,
  before: string,
): Promise<void> {
  for (let more = true; more; await nextTurn()) {
    const { items } = await store.find(collection, { orderBy: field, range: { lt: before }, limit: AT_ONCE })
    if (items.length === 0) return
    await store.transact(async (tx) => {
      const current = await tx.getMany(
        collection,
        items.map(({ id }) => id),
      )
      for (const document of current)
        if (document && String(document[field as 'id']) < before) tx.delete(collection, document.id)
    })
    more = items.length === AT_ONCE
  }
}
