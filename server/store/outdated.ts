import type { AnyCollection, Store } from './port.ts'

/**
 * Names of the collections with documents that an earlier release stored. Costs one indexed query for each
 * collection that has changed shape.
 */
export async function outdatedCollections(
  store: Pick<Store, 'outdated'>,
  collections: readonly AnyCollection[],
): Promise<string[]> {
  const changed = collections.filter(({ schemaVersion }) => schemaVersion > 1)
  const found = await Promise.all(changed.map((collection) => store.outdated(collection, 1)))
  return changed.flatMap(({ name }, at) => (found[at]?.length ? name : []))
}
