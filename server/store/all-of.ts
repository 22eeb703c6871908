import { batchesOf } from '#shared/lib/batches.ts'
import type { AnyCollection, DocumentOf, Query, Reader, Store } from '#server/store/port.ts'

type Finder = Pick<Reader, 'find'>
type Everything<C extends AnyCollection> = Omit<Query<DocumentOf<C>>, 'limit' | 'cursor'>

const MAX_PAGE = 500
const MAX_DELETED = 200

/** All results of a query, read page by page. For one person's documents, never for a whole collection. */
export const allOf = <C extends AnyCollection>(
  reader: Finder,
  collection: C,
  query: Everything<C>,
): Promise<DocumentOf<C>[]> => Array.fromAsync(eachOf(reader, collection, query))

/** Yields the results one by one, with at most one page in memory. @param atOnce page size, 1–500 */
export async function* eachOf<C extends AnyCollection>(
  reader: Finder,
  collection: C,
  query: Everything<C>,
  atOnce = MAX_PAGE,
): AsyncGenerator<DocumentOf<C>, void> {
  let cursor: string | undefined
  do {
    const page = await reader.find(collection, { ...query, limit: atOnce, cursor })
    yield* page.items
    cursor = page.next
  } while (cursor)
}

/** Deletes all results of queries, in batches of one transaction each. Whatever changes meanwhile is deleted, too. */
export async function deleteAll<C extends AnyCollection>(
  store: Pick<Store, 'find' | 'transact'>,
  collection: C,
  ...queries: readonly Everything<C>[]
): Promise<void> {
  for (const query of queries)
    for (const batch of batchesOf(await allOf(store, collection, query), MAX_DELETED))
      await store.transact(async (tx) => {
        for (const { id } of batch) tx.delete(collection, id)
      })
}
