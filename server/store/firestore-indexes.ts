import { type DeclaredIndex, declareAll } from './declaration.ts'
import type { AnyCollection } from './port.ts'

const DIRECTIONS = ['ASCENDING', 'DESCENDING'] as const

/** The content of `firestore.indexes.json`, which `firebase deploy --only firestore:indexes` brings to Firestore. */
export function firestoreIndexes(collections: readonly AnyCollection[]) {
  const indexes = declareAll(collections)
    .all.toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(({ name, indexes: declared }) =>
      [...declared.values()].filter(isComposite).flatMap((index) =>
        // Firestore reads no index backwards.
        DIRECTIONS.map((direction) => ({
          collectionGroup: name,
          queryScope: 'COLLECTION',
          fields: fieldsOf(index, direction),
        })),
      ),
    )
  return { indexes, fieldOverrides: [] }
}

/** Firestore keeps an index of each single field by itself, in both directions. */
const isComposite = ({ equal, contains }: DeclaredIndex) => equal.length > 0 || contains !== undefined

function fieldsOf({ equal, contains, order = 'id' }: DeclaredIndex, direction: (typeof DIRECTIONS)[number]) {
  return [
    ...equal.map((fieldPath) => ({ fieldPath, order: 'ASCENDING' })),
    ...(contains === undefined ? [] : [{ fieldPath: contains, arrayConfig: 'CONTAINS' }]),
    { fieldPath: order, order: direction },
  ]
}
