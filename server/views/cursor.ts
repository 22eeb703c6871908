import { hash } from 'node:crypto'

import { BadCursor } from '#server/store/port.ts'

/** The end of a page. */
export interface Position {
  key: string
  id: string
}

/**
 * A page of rows, given one row more than `limit`.
 * @param query the fingerprint of the search
 */
export function pageOf<R extends Position>(rows: readonly R[], limit: number, query: string) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last ? encodeCursor(last, query) : undefined }
}

/** Short, and different for every list and query, so that a cursor is valid only for its own. */
export const fingerprint = (...query: readonly unknown[]) =>
  hash('sha256', JSON.stringify(query), 'base64url').slice(0, 11)

/** @param query the fingerprint of the search */
const encodeCursor = ({ key, id }: Position, query: string) =>
  Buffer.from(JSON.stringify([key, id, query])).toString('base64url')

/**
 * @throws BadCursor when it is malformed or belongs to another query. Not signed: a forged position reveals nothing.
 */
export function decodeCursor(cursor: string, query: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [key, id] = partsOf(text)
  if (typeof key === 'string' && typeof id === 'string' && encodeCursor({ key, id }, query) === cursor)
    return { key, id }
  throw new BadCursor('The cursor was not made by this search')
}

function partsOf(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(text)
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
