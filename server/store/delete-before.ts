import { setImmediate as nextTurn } from 'node:timers/promises'

import type { AnyCollection, Store } from '#server/store/port.ts'

const BATCH_SIZE = 200

/**
 * Deletes all documents with a field before an instant, in batches of one transaction each. Skips documents that
 * have changed meanwhile and are no longer due.
 */
export async function deleteBefore(
  store: Pick<Store, 'find' | 'transact'>,
  collection: AnyCollection,
  field: string,
  before: string,
): Promise<void> {
  for (let more = true; more; await nextTurn()) {
    const { items } = await store.find(collection, {
      orderBy: field,
      range: { lt: before },
      limit: BATCH_SIZE,
    })
    if (items.length === 0) return
    await store.transact(async (tx) => {
      const current = await tx.getMany(
        collection,
        items.map(({ id }) => id),
      )
      for (const document of current)
        if (document && String(document[field as 'id']) < before) tx.delete(collection, document.id)
    })
    more = items.length === BATCH_SIZE
  }
}
