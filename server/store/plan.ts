import type { CursorSeal, DocumentPosition } from './cursor.ts'
import { type DeclaredIndex, type Declared, indexKey } from './declaration.ts'
import type { ScalarType } from './field-type.ts'
import {
  type Page,
  type Query,
  type Scalar,
  type StoredDocument,
  StoreError,
  UnindexedQuery,
} from './port.ts'

export interface Bound {
  value: Scalar
  inclusive: boolean
}

/** A query that was checked against the declaration and taken apart. Independent of the adapter. */
export interface Selection {
  declared: Declared
  index: DeclaredIndex
  /** Values in the order of `index.equal`. */
  equal: readonly Scalar[]
  /** The array has to contain one of them. There is exactly one, unless the order is by id. */
  contains: readonly Scalar[] | undefined
  /** Always set: it excludes documents without the ordered field, which sort before every value. */
  lower: Bound
  upper: Bound | undefined
}

export interface Plan extends Selection {
  descending: boolean
  limit: number
  after: DocumentPosition | undefined
  /** Makes the cursor for the page after a document, which is given as it is stored. */
  next(last: StoredDocument): () => string
}

type AnyQuery = Query<unknown>

const MIN_VALUE: Record<ScalarType, Scalar> = { string: '', number: -Infinity, boolean: false }
const MAX_LIMIT = 500
/** Firestore's maximum. */
const MAX_MEMBERS = 30

/** @throws UnindexedQuery */
export function selectionOf(
  declared: Declared,
  query: Omit<AnyQuery, 'limit' | 'cursor' | 'direction'>,
): Selection {
  const { where = {}, contains, orderBy, range = {} } = query
  const fields = Object.keys(where).toSorted()
  const key = indexKey({ equal: fields, contains: contains?.field, order: orderBy })
  const index = declared.indexes.get(key)
  if (!index) throw new UnindexedQuery(`No index of ${declared.name} serves ${key}`)

  const typed = (field: string, value: Scalar | undefined) => {
    if (value !== undefined && typeof value === index.types.get(field) && !Number.isNaN(value)) return value
    throw new UnindexedQuery(`No index of ${declared.name} serves ${typeof value} in ${field}`)
  }
  const bound = (open: Scalar | undefined, closed: Scalar | undefined): Bound | undefined => {
    if (open === undefined && closed === undefined) return undefined
    if (orderBy === undefined || (open !== undefined && closed !== undefined)) {
      throw new UnindexedQuery(`${declared.name}: a range has one bound each way, on the ordered field`)
    }
    return { value: typed(orderBy, open ?? closed), inclusive: open === undefined }
  }
  const members = contains && ('anyOf' in contains ? contains.anyOf : [contains.value])
  if (members?.length === 0 || (members && members.length > (orderBy === undefined ? MAX_MEMBERS : 1))) {
    throw new UnindexedQuery(`${declared.name}: ${members.length} members of an array at once`)
  }
  return {
    declared,
    index,
    equal: fields.map((field) => typed(field, where[field])),
    contains: contains && members?.map((member) => typed(contains.field, member)),
    lower: bound(range.gt, range.gte) ?? leastOf(index),
    upper: bound(range.lt, range.lte),
  }
}

function leastOf({ order, types }: DeclaredIndex): Bound {
  const type = order === undefined ? undefined : types.get(order)
  return type ? { value: MIN_VALUE[type], inclusive: true } : { value: '', inclusive: false }
}

/** @throws UnindexedQuery, BadCursor */
export function planOf(declared: Declared, query: AnyQuery, cursors: CursorSeal): Plan {
  const { limit, cursor, direction = 'asc' } = query
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw new StoreError(`A limit is 1 to ${MAX_LIMIT}`)
  const selection = selectionOf(declared, query)
  if (!selection.index.directions.includes(direction)) {
    throw new UnindexedQuery(`No index of ${declared.name} serves ${indexKey(selection.index)} ${direction}`)
  }
  return {
    ...selection,
    descending: direction === 'desc',
    limit,
    after: cursor === undefined ? undefined : cursors.open(cursor, identityOf(selection, direction)),
    next(last) {
      // The document may be changed later.
      const position = positionOf(last, selection.index)
      return () => cursors.seal(position, identityOf(selection, direction))
    },
  }
}

/** @param seal makes the cursor on demand, because that takes as long as reading a document */
export const pageOf = <T>(items: T[], seal?: () => string): Page<T> =>
  seal
    ? {
        items,
        get next() {
          return seal()
        },
      }
    : { items }

/** The parts of a query to which a cursor is bound: everything except the limit. */
const identityOf = ({ declared, index, equal, contains, lower, upper }: Selection, direction: string) =>
  JSON.stringify([
    declared.name,
    indexKey(index),
    equal,
    contains?.length === 1 ? contains[0] : contains,
    lower,
    upper,
    direction,
  ])

function positionOf(document: StoredDocument, { order = 'id' }: DeclaredIndex): DocumentPosition {
  const value = order
    .split('.')
    // The query that found it has excluded documents in which part of the path is missing.
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document)
  return { value: value as Scalar, id: document.id }
}
