import { type Declared, type DeclaredIndex, declareAll } from '#server/store/declaration.ts'
import type { AnyCollection, Direction } from '#server/store/port.ts'

import { DELETIONS } from './feed/fields.ts'
import { HEARTBEATS } from './feed/heartbeat.ts'
import { isByName, isComposite } from './queries.ts'
import { CHANGED_AT_FIELD, EXPIRES_AT_FIELD, VERSION_FIELD } from './reader.ts'
import { SNAPSHOTS } from './view-snapshots.ts'

const DIRECTIONS = { asc: 'ASCENDING', desc: 'DESCENDING' } as const

interface FieldOverride {
  collectionGroup: string
  fieldPath: string
  indexes: { order: (typeof DIRECTIONS)[Direction]; queryScope: 'COLLECTION' }[]
  ttl?: true
}

/** The content of `firestore.indexes.json`, which `firebase deploy --only firestore` brings to Firestore. */
export function firestoreIndexes(collections: readonly AnyCollection[]) {
  const all = declareAll(collections).all.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const indexes = all.flatMap(({ name, indexes: declared }) =>
    [...declared.values()].filter(isComposite).flatMap((index) =>
      // Firestore reads no index backwards.
      index.directions.map((direction) => compositeIndex(name, index, direction)),
    ),
  )
  return {
    indexes,
    fieldOverrides: [
      ...all.flatMap(fieldOverridesOf),
      ...DELETION_OVERRIDES,
      ...HEARTBEAT_OVERRIDES,
      ...SNAPSHOT_OVERRIDES,
    ],
  }
}

function compositeIndex(
  collectionGroup: string,
  { equal, contains, order = 'id' }: Pick<DeclaredIndex, 'equal' | 'contains' | 'order'>,
  direction: Direction,
) {
  return {
    collectionGroup,
    queryScope: 'COLLECTION',
    fields: [
      ...equal.map((fieldPath) => ({ fieldPath, order: 'ASCENDING' })),
      ...(contains === undefined ? [] : [{ fieldPath: contains, arrayConfig: 'CONTAINS' }]),
      { fieldPath: order, order: DIRECTIONS[direction] },
    ],
  }
}

/**
 * The default of Firestore is to index every field in both directions. Each entry costs storage and time in each
 * write, and long texts would not fit. Therefore one override covers a whole collection, as Firestore allows 200 in
 * all, and one more covers each field that is queried alone.
 */
function fieldOverridesOf({ name, indexes, collection }: Declared): FieldOverride[] {
  const overrides = [
    exempted(name, '*'),
    ...[...indexes.values()].flatMap((index) => indexedAlone(name, index)),
    // No document is older than the first version.
    ...(collection.schemaVersion > 1 ? [indexed(name, VERSION_FIELD, ['asc'])] : []),
  ]
  if (collection.hasFeed) overrides.push(indexed(name, CHANGED_AT_FIELD, ['asc']))
  if (collection.expiresAt) overrides.push({ ...exempted(name, EXPIRES_AT_FIELD), ttl: true })
  return overrides
}

function indexedAlone(name: string, index: DeclaredIndex): FieldOverride[] {
  if (isComposite(index)) return []
  const directions = index.directions.filter((direction) => !isByName(index, direction))
  return directions.length > 0 ? [indexed(name, index.order ?? 'id', directions)] : []
}

const exempted = (collectionGroup: string, fieldPath: string) => indexed(collectionGroup, fieldPath, [])

const indexed = (
  collectionGroup: string,
  fieldPath: string,
  directions: readonly Direction[],
): FieldOverride => ({
  collectionGroup,
  fieldPath,
  indexes: directions.map((direction) => ({ order: DIRECTIONS[direction], queryScope: 'COLLECTION' })),
})

const DELETION_OVERRIDES: FieldOverride[] = [
  exempted(DELETIONS, '*'),
  indexed(DELETIONS, CHANGED_AT_FIELD, ['asc']),
  { ...exempted(DELETIONS, EXPIRES_AT_FIELD), ttl: true },
]

/** Heartbeats of processes that have ended. */
const HEARTBEAT_OVERRIDES: FieldOverride[] = [{ ...exempted(HEARTBEATS, EXPIRES_AT_FIELD), ttl: true }]

/** Chunks that no snapshot refers to any more. */
const SNAPSHOT_OVERRIDES: FieldOverride[] = [
  exempted(SNAPSHOTS, '*'),
  { ...exempted(SNAPSHOTS, EXPIRES_AT_FIELD), ttl: true },
]
