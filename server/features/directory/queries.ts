import type { Facet } from '#shared/directory.ts'
import type { Position } from '#server/views/cursor.ts'
import { isConnected, isNotBlocked } from '#server/views/rights.ts'
import { limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

export interface DirectorySearch {
  viewerId: string
  /** For MATCH. */
  text: string | undefined
  /** Folded values by facet; the rarest first. */
  facets: readonly (readonly [facet: string, folded: string])[]
}

/** Card and details are JSON. */
export interface DirectoryRow extends Position {
  card: string
  details: string
}

/** Up to `rows` and one more, by name; those whose name matches the text come first. */
export function directoryRows(
  views: ViewReader,
  search: DirectorySearch,
  { after, rows }: { after: Position | undefined; rows: number },
) {
  const { viewerId } = search
  const { from, where, key } = selectionOf(search)
  return views.all<DirectoryRow>(sql`
    SELECT p.id, ${key} AS key,
      CASE WHEN ${isConnected(viewerId, sql`p.id`)} THEN coalesce(p.cardForConnections, p.card) ELSE p.card END AS card,
      CASE WHEN ${isConnected(viewerId, sql`p.id`)} THEN coalesce(p.detailsForConnections, p.details)
        ELSE p.details END AS details
    FROM ${from} WHERE ${where} ${when(after, () => sql`AND (${key}, p.id) > (${after!.key}, ${after!.id})`)}
    ORDER BY ${key}, p.id ${limit(rows + 1)}`)
}

/** All that a search finds. */
export function directoryTotal(views: ViewReader, search: DirectorySearch): number {
  if (search.text === undefined && search.facets.length === 0) return listedTotal(views, search.viewerId)
  const { from, where } = selectionOf(search)
  return views.get<{ total: number }>(sql`SELECT count(*) AS total FROM ${from} WHERE ${where}`)!.total
}

function listedTotal(views: ViewReader, viewerId: string) {
  const { total } = views.get<{ total: number }>(sql`
    SELECT coalesce((SELECT count FROM listedCount WHERE isListed = 1), 0) - (
      SELECT count(DISTINCT p.id) FROM blockedPair JOIN person AS p ON p.id = otherId AND p.isListed = 1
      WHERE viewerId = ${viewerId}) AS total`)!
  return total
}

function selectionOf({ viewerId, text, facets }: DirectorySearch): Record<'from' | 'where' | 'key', Query> {
  const [first, ...others] = text === undefined ? facets : [undefined, ...facets]
  const rest = sql`${isNotBlocked(viewerId, sql`p.id`)} ${others.reduce(
    (found, facet) => sql`${found} AND ${hasFacet(facet!)}`,
    sql``,
  )}`
  if (text !== undefined) {
    return {
      from: sql`directoryText JOIN person AS p ON p.number = directoryText.rowid`,
      where: sql`directoryText MATCH ${text} AND ${rest}`,
      key: sql`(p.number NOT IN (SELECT rowid FROM directoryText WHERE directoryText MATCH ${`{name} : (${text})`})
        || p.nameKey)`,
    }
  }
  if (first !== undefined) {
    const [facet, folded] = first
    return {
      from: sql`personFacet AS f JOIN person AS p USING (number)`,
      where: sql`f.facet = ${facet} AND f.folded = ${folded} AND ${rest}`,
      key: sql`f.nameKey`,
    }
  }
  return { from: sql`person AS p`, where: sql`p.isListed = 1 AND ${rest}`, key: sql`p.nameKey` }
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
      FROM blockedPair JOIN person AS p ON p.id = otherId JOIN personFacet ON personFacet.number = p.number
      WHERE viewerId = ${viewerId} AND facet = ${facet} GROUP BY folded) USING (folded)
    WHERE total > coalesce(hidden, 0)
    ORDER BY count DESC, folded ${limit(rows)}`)
