import type { Facet } from '#shared/directory.ts'
import type { Position } from '#server/views/cursor.ts'
import { isConnected, isNotBlocked } from '#server/views/rights.ts'
import { among, limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

export interface DirectorySearch {
  viewerId: string
  /** For MATCH. */
  text: string | undefined
  /** Folded values by facet; the rarest first. */
  facets: readonly (readonly [facet: string, folded: string])[]
}

/** Card and details are JSON. */
interface DirectoryRow extends Position {
  card: string
  details: string
}

interface Selection {
  from: Query
  where: Query
  nameKey: Query
}

/** Rows sorted by name. Keys of later parts have greater prefixes. */
interface Part extends Selection {
  prefix: '' | '0' | '1'
}

/** How many members a text finds, and in how many names. */
export interface Hits {
  all: number
  named: number
}

/** Beyond this it takes longer to sort what a text finds than to go through names until a page is full. */
const MAX_SORTED = 1_000

/** Up to `rows` and one more, by name; those whose name matches the text come first. */
export function directoryRows(
  views: ViewReader,
  search: DirectorySearch,
  { after, rows }: { after: Position | undefined; rows: number },
  hits = countHits(views, search),
) {
  const found: DirectoryRow[] = []
  for (const part of partsOf(search, hits)) {
    if (found.length > rows || (after && after.key[0]! > part.prefix && part.prefix)) continue
    const within = after?.key.startsWith(part.prefix) ? after : undefined
    found.push(...rowsOf(views, search.viewerId, part, { after: within, rows: rows + 1 - found.length }))
  }
  return found
}

function rowsOf(
  views: ViewReader,
  viewerId: string,
  { from, where, nameKey, prefix }: Part,
  { after, rows }: { after: Position | undefined; rows: number },
) {
  const position = after && sql`(${after.key.slice(prefix.length)}, ${after.id})`
  return views.all<DirectoryRow>(sql`
    SELECT p.id, ${prefix} || ${nameKey} AS key,
      CASE WHEN ${isConnected(viewerId, sql`p.id`)} THEN coalesce(p.cardForConnections, p.card) ELSE p.card END AS card,
      CASE WHEN ${isConnected(viewerId, sql`p.id`)} THEN coalesce(p.detailsForConnections, p.details)
        ELSE p.details END AS details
    FROM ${from} WHERE ${where} ${when(position, () => sql`AND (${nameKey}, p.id) > ${position!}`)}
    ORDER BY ${nameKey}, p.id ${limit(rows)}`)
}

function partsOf(search: DirectorySearch, { all, named: names }: Hits): Part[] {
  const { text } = search
  if (text === undefined) return [{ ...selectionOf(search), prefix: '' }]
  const named = inNames(text)
  const others = selectionOf(search, all - names)
  return [
    { ...selectionOf({ ...search, text: named }, names), prefix: '0' },
    { ...others, where: sql`${others.where} AND p.number NOT IN ${found(named)}`, prefix: '1' },
  ]
}

/** All that a search finds. */
export function directoryTotal(
  views: ViewReader,
  search: DirectorySearch,
  { all } = countHits(views, search),
): number {
  const { viewerId, text, facets } = search
  if (facets.length > 0) {
    const { from, where } = selectionOf(search)
    return views.get<{ total: number }>(sql`SELECT count(*) AS total FROM ${from} WHERE ${where}`)!.total
  }
  const hidden = hiddenNumbers(views, viewerId)
  if (text === undefined) return listedTotal(views) - hidden.length
  return all - (hidden.length > 0 ? hitsOf(views, text, hidden) : 0)
}

const listedTotal = (views: ViewReader) =>
  views.get<{ count: number }>(sql`SELECT count FROM listedCount WHERE isListed = 1`)?.count ?? 0

/** Listed members whom the viewer does not see. */
const hiddenNumbers = (views: ViewReader, viewerId: string) =>
  views
    .all<{ number: number }>(sql`
      SELECT DISTINCT p.number FROM blockedPair CROSS JOIN person AS p ON p.id = otherId AND p.isListed = 1
      WHERE viewerId = ${viewerId}`)
    .map(({ number }) => number)

export const countHits = (views: ViewReader, { text }: DirectorySearch): Hits =>
  text === undefined
    ? { all: 0, named: 0 }
    : { all: hitsOf(views, text), named: hitsOf(views, inNames(text)) }

const inNames = (text: string) => `{name} : (${text})`

/** How many members a text finds, all or of these. */
const hitsOf = (views: ViewReader, text: string, numbers?: readonly number[]) =>
  views.get<{ hits: number }>(sql`SELECT count(*) AS hits FROM directoryText
    WHERE directoryText MATCH ${text} ${when(numbers, () => sql`AND +rowid IN ${among(numbers!)}`)}`)!.hits

const found = (text: string) => sql`(SELECT rowid FROM directoryText WHERE directoryText MATCH ${text})`

/** @param hits how many the text finds */
function selectionOf({ viewerId, text, facets }: DirectorySearch, hits = 0): Selection {
  const [first, ...others] = text === undefined ? facets : [undefined, ...facets]
  const rest = sql`${isNotBlocked(viewerId, sql`p.id`)} ${others.reduce(
    (conditions, facet) => sql`${conditions} AND ${hasFacet(facet!)}`,
    sql``,
  )}`
  if (text !== undefined && hits <= MAX_SORTED) {
    return {
      from: sql`directoryText CROSS JOIN person AS p ON p.number = directoryText.rowid`,
      where: sql`directoryText MATCH ${text} AND ${rest}`,
      nameKey: sql`p.nameKey`,
    }
  }
  if (first !== undefined) {
    const [facet, folded] = first
    return {
      from: sql`personFacet AS f JOIN person AS p USING (number)`,
      where: sql`f.facet = ${facet} AND f.folded = ${folded} AND ${rest}`,
      nameKey: sql`f.nameKey`,
    }
  }
  return {
    from: sql`person AS p`,
    where: sql`p.isListed = 1 ${when(text, () => sql`AND +p.number IN ${found(text!)}`)} AND ${rest}`,
    nameKey: sql`p.nameKey`,
  }
}

const hasFacet = ([facet, folded]: readonly [string, string]) => sql`EXISTS (
  SELECT 1 FROM personFacet AS other WHERE other.facet = ${facet} AND other.folded = ${folded}
    AND other.nameKey = p.nameKey AND other.number = p.number)`

/** Values by how many members have them, each in its most frequent spelling. Without members hidden from the viewer. */
export const facetValues = (views: ViewReader, viewerId: string, facet: string, rows: number) =>
  views.all<Facet>(sql`
    SELECT value, total - coalesce(hidden, 0) AS count
    FROM (
      SELECT folded, value, max(count), sum(count) AS total FROM facetCount WHERE facet = ${facet} GROUP BY folded)
    LEFT JOIN (
      SELECT folded, count(DISTINCT p.number) AS hidden
      FROM blockedPair CROSS JOIN person AS p ON p.id = otherId CROSS JOIN personFacet ON personFacet.number = p.number
      WHERE viewerId = ${viewerId} AND facet = ${facet} GROUP BY folded) USING (folded)
    WHERE total > coalesce(hidden, 0)
    ORDER BY count DESC, folded ${limit(rows)}`)
