import type { AnyCollection, DocumentOf, Query, Reader } from '#server/store/port.ts'

const MOST_AT_ONCE = 500

/** Everything that the query finds, page by page. For what is one person's; never for a whole collection. */
export async function allOf<C extends AnyCollection>(
  reader: Pick<Reader, 'find'>,
  collection: C,
  query: Omit<Query<DocumentOf<C>>, 'limit' | 'cursor'>,
): Promise<DocumentOf<C>[]> {
  const found: DocumentOf<C>[] = []
  let cursor: string | undefined
  do {
    const page = await reader.find(collection, { ...query, limit: MOST_AT_ONCE, ...(cursor && { cursor }) })
    found.push(...page.items)
    cursor = page.next
  } while (cursor)
  return found
}
