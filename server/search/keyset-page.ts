import { comparePositions, decodeCursor, encodeCursor, type Position } from '#server/views/cursor.ts'

interface Order<R> {
  /** What rows are sorted by, by UTF-16 code units; ties break on the id. */
  keyOf: (row: R) => string
  descending: boolean
  /** The fingerprint of the search. */
  query: string
  cursor?: string | undefined
  limit: number
}

/**
 * A page of rows that are kept in no order: one pass over all of them, for lists with many orders. Pages neither skip nor
 * repeat a row while others are added and removed.
 * @throws BadCursor
 */
export function keysetPage<R extends { id: string }>(
  rows: Iterable<R>,
  { keyOf, descending, query, cursor, limit }: Order<R>,
): { rows: R[]; total: number; next?: string } {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
  const isBefore = (a: Position, b: Position) =>
    descending ? comparePositions(a, b) > 0 : comparePositions(a, b) < 0

  /** The first of those after the cursor, in order, and one more. */
  const first: (Position & { row: R })[] = []
  let total = 0
  for (const row of rows) {
    total += 1
    const key = keyOf(row)
    // Most rows come after the page: nothing is allocated for them.
    const end = first.length > limit ? first[limit] : undefined
    if (end && key !== end.key && key > end.key !== descending) continue
    const position = { key, id: row.id, row }
    if (after && !isBefore(after, position)) continue
    if (end && !isBefore(position, end)) continue
    const at = first.findLastIndex((other) => isBefore(other, position)) + 1
    first.splice(at, 0, position)
    if (first.length > limit + 1) first.pop()
  }
  const shown = first.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(({ row }) => row),
    total,
    ...(first.length > limit && last && { next: encodeCursor(last, query) }),
  }
}
