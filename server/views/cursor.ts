import { hash } from 'node:crypto'

import { PAGE_SIZE } from '#shared/lib/page.ts'
import { BadCursor } from '#server/store/port.ts'

/** The end of a page. */
export interface Position {
  key: string
  id: string
}

/** At most so many rows, after a position in the order of the query. */
export interface RowRange {
  after?: Position | undefined
  rows: number
}

/**
 * The page that begins at a cursor, or the first. One row more is read, which shows whether there is another page.
 * @param query the fingerprint of the search
 * @throws BadCursor
 */
export function pageAt<R extends Position>(
  cursor: string | undefined,
  query: string,
  read: (range: RowRange) => readonly R[],
  size = PAGE_SIZE,
) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
  const rows = read({ after, rows: size + 1 })
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, next: rows.length > size && last ? encodeCursor(last, query) : undefined }
}

/** Lists one after another, as one list. The keys of their rows begin with the number of their list. */
export function inSequence<R extends Position>(
  { after, rows }: RowRange,
  lists: readonly ((range: RowRange) => readonly R[])[],
): R[] {
  const begins = Number(after?.key[0] ?? 0)
  return lists.reduce<R[]>((found, read, at) => {
    if (at < begins || found.length === rows) return found
    const position = after && at === begins ? { ...after, key: after.key.slice(1) } : undefined
    const more = read({ after: position, rows: rows - found.length })
    return [...found, ...more.map((row) => ({ ...row, key: `${at}${row.key}` }))]
  }, [])
}

/** Short, and different for every list and query, so that a cursor is valid only for its own. */
export const fingerprint = (...query: readonly unknown[]) =>
  hash('sha256', JSON.stringify(query), 'base64url').slice(0, 11)

/** @param query the fingerprint of the search */
export const encodeCursor = ({ key, id }: Position, query: string) =>
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
