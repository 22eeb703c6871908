import { FieldPath, type Firestore, type Query } from 'firebase-admin/firestore'

import type { DeclaredIndex } from '#server/store/declaration.ts'
import type { Plan, Selection } from '#server/store/plan.ts'
import type { Direction } from '#server/store/port.ts'

type Index = Pick<DeclaredIndex, 'equal' | 'contains' | 'order'>

/** Whether Firestore needs an index of several fields. */
export const isComposite = ({ equal, contains }: Index) => equal.length > 0 || contains !== undefined

/** Whether documents are walked by their names, which are their ids: upwards, Firestore needs no index for that. */
export const isByName = (index: Index, direction: Direction) =>
  index.order === undefined && direction === 'asc' && !isComposite(index)

/**
 * Ordered by the indexed field and then by the document's name, which is the id. Firestore adds the latter by
 * default.
 */
export function queryOf(db: Firestore, plan: Plan): Query {
  const { order } = plan.index
  const direction = plan.descending ? 'desc' : 'asc'
  let query = orderedQueryOf(db, plan, direction)
  if (order) query = query.orderBy(FieldPath.documentId(), direction)
  if (plan.after) {
    const { value, id } = plan.after
    query = order ? query.startAfter(value, id) : query.startAfter(id)
  }
  // One more than the limit shows whether there is a next page.
  return query.limit(plan.limit + 1)
}

/** Ordered explicitly by the one existing index: by default, Firestore would look for the ascending one. */
export const countQueryOf = (db: Firestore, selection: Selection): Query =>
  orderedQueryOf(db, selection, selection.index.directions[0]!)

function orderedQueryOf(db: Firestore, selection: Selection, direction: Direction) {
  const { declared, index, equal, contains, lower, upper } = selection
  let query: Query = db.collection(declared.name)
  if (isByName(index, direction)) return query.orderBy(FieldPath.documentId())
  const ordered = index.order ?? 'id'
  query = query.where(ordered, lower.inclusive ? '>=' : '>', lower.value)
  if (upper) query = query.where(ordered, upper.inclusive ? '<=' : '<', upper.value)
  for (const [at, field] of index.equal.entries()) query = query.where(field, '==', equal[at])
  if (index.contains !== undefined && contains) {
    query =
      contains.length === 1
        ? query.where(index.contains, 'array-contains', contains[0])
        : query.where(index.contains, 'array-contains-any', contains)
  }
  return query.orderBy(ordered, direction)
}
