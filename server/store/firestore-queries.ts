import { FieldPath, type Firestore, type Query } from 'firebase-admin/firestore'

import type { Plan, Selection } from './plan.ts'

/** Ordered by the indexed field and then, as Firestore does unasked, by the document's name, which is the id. */
export function queryOf(db: Firestore, plan: Plan): Query {
  const { order } = plan.index
  const direction = plan.descending ? 'desc' : 'asc'
  let query = selectionQueryOf(db, plan).orderBy(order ?? 'id', direction)
  if (order) query = query.orderBy(FieldPath.documentId(), direction)
  if (plan.after) {
    const { value, id } = plan.after
    query = order ? query.startAfter(value, id) : query.startAfter(id)
  }
  // One more than asked for tells whether there is a next page.
  return query.limit(plan.limit + 1)
}

/** Ordered by the one index that there is: unasked, Firestore would look for the ascending one. */
export function countQueryOf(db: Firestore, selection: Selection): Query {
  const { order, directions } = selection.index
  const [direction] = directions
  return selectionQueryOf(db, selection).orderBy(order ?? 'id', direction)
}

function selectionQueryOf(db: Firestore, { declared, index, equal, contains, lower, upper }: Selection) {
  const ordered = index.order ?? 'id'
  let query = db.collection(declared.name).where(ordered, lower.inclusive ? '>=' : '>', lower.value)
  if (upper) query = query.where(ordered, upper.inclusive ? '<=' : '<', upper.value)
  for (const [at, field] of index.equal.entries()) query = query.where(field, '==', equal[at])
  if (index.contains === undefined || !contains) return query
  return contains.length === 1
    ? query.where(index.contains, 'array-contains', contains[0])
    : query.where(index.contains, 'array-contains-any', contains)
}
