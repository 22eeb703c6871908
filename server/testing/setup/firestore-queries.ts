import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { collections } from '#server/collections.ts'
import { DELETIONS } from '#server/store/firestore/feed/fields.ts'
import type { ObservedCall } from '#server/store/firestore/reader.ts'

interface StructuredQuery {
  from: { collectionId: string }[]
  where?: Filter
  orderBy?: { field: { fieldPath: string }; direction: string }[]
}
interface Filter {
  compositeFilter?: { filters: Filter[] }
  fieldFilter?: { field: { fieldPath: string }; op: string }
}
interface DeclaredField {
  fieldPath: string
  order?: string
  arrayConfig?: string
}

const FILE = join(import.meta.dirname, '../../../firestore.indexes.json')
const OURS = new Set([...collections.map(({ name }) => name), DELETIONS])

const seen = new Set<string>()

/** Records the index that Firestore needs for a query; the emulator answers without any. */
export function recordQuery({ query }: ObservedCall) {
  if (!query) return
  // The request as it is sent, from an internal field of the client.
  const { structuredQuery } = (
    query as unknown as { toProto(): { structuredQuery: StructuredQuery } }
  ).toProto()
  const needed = neededIndex(structuredQuery)
  if (needed) seen.add(needed)
}

/** The recorded indexes that `firestore.indexes.json` lacks. */
export function missingIndexes(): string[] {
  const { indexes, fieldOverrides } = JSON.parse(readFileSync(FILE, 'utf8')) as {
    indexes: { collectionGroup: string; fields: DeclaredField[] }[]
    fieldOverrides: { collectionGroup: string; fieldPath: string; indexes: { order?: string }[] }[]
  }
  const ofOneField = fieldOverrides.flatMap(({ collectionGroup, fieldPath, indexes: ofField }) =>
    ofField.map(({ order }) => ({ collectionGroup, fields: [{ fieldPath, order }] })),
  )
  const declared = new Set(
    [...indexes, ...ofOneField].map(({ collectionGroup, fields }) =>
      [
        collectionGroup,
        ...fields.map(
          ({ fieldPath, order, arrayConfig }: DeclaredField) => `${fieldPath} ${order ?? arrayConfig}`,
        ),
      ].join(', '),
    ),
  )
  return [...seen].filter((needed) => !declared.has(needed))
}

function neededIndex({
  from: [{ collectionId } = { collectionId: '' }],
  where,
  orderBy = [],
}: StructuredQuery) {
  const filters = where ? fieldsOf(where) : []
  const equal = filters.filter(({ op }) => op === 'EQUAL').map(({ path }) => path)
  const contains = filters.filter(({ op }) => op.startsWith('ARRAY_CONTAINS')).map(({ path }) => path)
  const [order] = orderBy
    .map(({ field, direction }) => `${field.fieldPath} ${direction}`)
    .filter((field) => !field.startsWith('__name__'))
  const range = filters.find(({ op }) => op !== 'EQUAL' && !op.startsWith('ARRAY_CONTAINS'))
  const ordered = order ?? (range && `${range.path} ASCENDING`)
  if (!OURS.has(collectionId) || (equal.length + contains.length === 0 && !ordered)) return undefined
  return [
    collectionId,
    ...equal.toSorted().map((path) => `${path} ASCENDING`),
    ...contains.map((path) => `${path} CONTAINS`),
    ...(ordered ? [ordered] : []),
  ].join(', ')
}

function fieldsOf({ compositeFilter, fieldFilter }: Filter): { path: string; op: string }[] {
  if (fieldFilter) return [{ path: fieldFilter.field.fieldPath, op: fieldFilter.op }]
  return compositeFilter?.filters.flatMap(fieldsOf) ?? []
}
