import { type DeclaredIndex, declareAll } from './declaration.ts'
import { deletionsOf, EXPIRES_AT_FIELD } from './firestore-feed-fields.ts'
import { CHANGED_AT_FIELD } from './firestore-reader.ts'
import type { AnyCollection } from './port.ts'

const DIRECTIONS = ['ASCENDING', 'DESCENDING'] as const

/** The content of `firestore.indexes.json`, which `firebase deploy --only firestore:indexes` brings to Firestore. */
export function firestoreIndexes(collections: readonly AnyCollection[]) {
  const all = declareAll(collections).all.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const queried = all.flatMap(({ name, indexes: declared }) =>
    [...declared.values()].filter(isComposite).flatMap((index) =>
      // Firestore reads no index backwards.
      DIRECTIONS.map((direction) => ({
        collectionGroup: name,
        queryScope: 'COLLECTION',
        fields: fieldsOf(index, direction),
      })),
    ),
  )
  const followed = all.flatMap(({ name, collection }) =>
    collection.feeds
      .filter((fields) => fields.length > 0)
      .map((fields) => ({
        collectionGroup: name,
        queryScope: 'COLLECTION',
        fields: fieldsOf({ equal: fields, contains: undefined, order: CHANGED_AT_FIELD }, 'ASCENDING'),
      })),
  )
  const fieldOverrides = all
    .filter(({ hasFeed }) => hasFeed)
    .map(({ name }) => ({
      collectionGroup: deletionsOf(name),
      fieldPath: EXPIRES_AT_FIELD,
      ttl: true,
      indexes: [],
    }))
  return { indexes: [...queried, ...followed], fieldOverrides }
}

/** Firestore keeps an index of each single field by itself, in both directions. */
const isComposite = ({ equal, contains }: DeclaredIndex) => equal.length > 0 || contains !== undefined

function fieldsOf(
  { equal, contains, order = 'id' }: Omit<DeclaredIndex, 'types'>,
  direction: (typeof DIRECTIONS)[number],
) {
  return [
    ...equal.map((fieldPath) => ({ fieldPath, order: 'ASCENDING' })),
    ...(contains === undefined ? [] : [{ fieldPath: contains, arrayConfig: 'CONTAINS' }]),
    { fieldPath: order, order: direction },
  ]
}
