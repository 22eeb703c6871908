import type { PersonDetails, PersonExchanges } from '#server/modules/people/members/types.ts'
import type { Clause } from '#server/modules/people/terms/query.ts'
import { tradeTerm } from '#server/modules/people/terms/terms.ts'
import type { Trade } from '#server/modules/people/trades/trades.ts'
import { MAX_COUNTED } from '#shared/people/directory-rules.ts'
import type { Facet } from '#shared/people/directory.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { type Json, limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

import {
  type DirectoryQuery,
  eachHasFacets,
  hasFacets,
  hiddenFrom,
  isAllowed,
  isFacet,
  isFindable,
  isSeen,
  withFacets,
} from './filters.ts'
import { connectionMatches, firstMatches, matchesOfPage, type TextSearch } from './text-matches.ts'

export interface DirectorySearch extends TextSearch {
  /** Number of matches. Of a text, only up to one more than `MAX_COUNTED`. */
  total: number
}

export interface DirectoryRow extends Position {
  /** JSON. */
  card: string
  details: Json<PersonDetails>
  exchanges: Json<PersonExchanges>
  bio: string | null
}

/** The first page of a search. @param most matches that are looked for */
export function directorySearch(
  views: ViewReader,
  query: DirectoryQuery,
  most = MAX_COUNTED + 1,
): DirectorySearch {
  const hasTerms = query.text.clauses.length > 0 && !query.text.isOfNames
  const connections = hasTerms ? connectionMatches(views, query) : []
  const matches = hasTerms ? firstMatches(views, query, connections, most) : []
  const total = hasTerms ? matches.length : totalOf(views, query)
  return { ...query, connections, matches, total }
}

/** Up to `rows`, by rank, then by name. */
export function directoryRows(views: ViewReader, search: DirectorySearch, { after, rows }: RowRange) {
  if (search.total === 0) return []
  return rowsOf(views, search.viewerId, pageOf(views, search, after, rows))
}

/** People as the viewer sees them, by key. @param page selects their numbers, keys and ids */
export const rowsOf = (views: ViewReader, viewerId: string, page: Query) =>
  views.all<DirectoryRow>(sql`
    SELECT p.id, page.key,
      iif(own.otherId IS NULL, p.card, coalesce(p.cardForConnections, p.card)) AS card,
      iif(own.otherId IS NULL, p.details, coalesce(p.detailsForConnections, p.details)) AS details,
      iif(own.otherId IS NULL, p.exchanges, coalesce(p.exchangesForConnections, p.exchanges)) AS exchanges,
      iif(own.otherId IS NULL, p.bio, coalesce(p.bioForConnections, p.bio)) AS bio
    -- The rows of people are large: only those of a page are read.
    FROM (${page}) AS page CROSS JOIN person AS p USING (number)
    LEFT JOIN connectionOf AS own
      ON own.memberId = ${viewerId} AND own.otherId = p.id AND +own.state = 'accepted'
    ORDER BY page.key, page.id`)

/** Numbers, keys and ids of the people on a page. */
function pageOf(
  views: ViewReader,
  search: DirectorySearch,
  after: Position | undefined,
  rows: number,
): Query {
  if (search.text.clauses.length === 0) return everyone(search, after, rows)
  if (search.text.isOfNames) return namesWith(search, after, rows)
  const page = matchesOfPage(views, search, after, rows)
  return sql`SELECT value ->> 0 AS number, value ->> 1 AS key, value ->> 2 AS id
    FROM json_each(${JSON.stringify(page.map(({ number, key, id }) => [number, key, id]))})`
}

/** Names with all the beginnings of words, in the order of the first. */
function namesWith(search: DirectorySearch, after: Position | undefined, rows: number): Query {
  const [word, nameKey = '', number = 0] = after?.key.split(SEPARATOR) ?? []
  return sql`
    SELECT w.number, w.word || ${SEPARATOR} || w.nameKey || ${SEPARATOR} || printf('%010d', w.number) AS key, p.id
    FROM personWord AS w CROSS JOIN person AS p USING (number)
    WHERE ${isNamed(search, sql`w`)} AND ${isSeen(search, sql`w.number`)} AND ${eachHasFacets(search.facets, sql`w`)}
      AND NOT EXISTS (SELECT 1 FROM personWord AS other
        WHERE other.number = w.number AND ${begins(search.text.clauses[0]!, sql`other`)} AND other.word < w.word)
      ${when(word !== undefined, () => sql`AND (w.word, w.nameKey, w.number) > (${word}, ${nameKey}, ${Number(number)})`)}
    ORDER BY w.word, w.nameKey, w.number ${limit(rows)}`
}

const LAST_LETTER = '\u{10FFFF}'
/** Sorts before all letters, and is in no word or name. */
const SEPARATOR = '\u{1}'

/** @param row of `personWord` that begins with the first word of the text */
const isNamed = ({ text: { clauses } }: DirectoryQuery, row: Query): Query => {
  const [first, ...others] = clauses
  return others.reduce(
    (all, clause) => sql`${all} AND EXISTS (
      SELECT 1 FROM personWord AS also WHERE also.number = ${row}.number AND ${begins(clause, sql`also`)})`,
    begins(first!, row),
  )
}

/** @param row of `personWord` */
function begins({ terms }: Clause, row: Query): Query {
  const [first, ...others] = terms.map((term) => {
    const start = term.slice(0, -1)
    return sql`${row}.kind = 'name' AND ${row}.word >= ${start} AND ${row}.word < ${start + LAST_LETTER}`
  })
  return sql`(${others.reduce((any, each) => sql`${any} OR ${each}`, first!)})`
}

/** Number of members by the first letters of a name, or by filters, where possible without reading each person. */
function totalOf(views: ViewReader, query: DirectoryQuery): number {
  const { viewerId, text, facets } = query
  const total = (statement: Query) => views.get<{ total: number }>(statement)!.total
  const [first, ...others] = facets
  if (text.isOfNames)
    return total(sql`SELECT count(*) AS total FROM (
      SELECT DISTINCT w.number FROM personWord AS w
      WHERE ${isNamed(query, sql`w`)} AND ${eachHasFacets(facets, sql`w`)} AND ${isSeen(query, sql`w.number`)}
      ${limit(MAX_COUNTED + 1)})`)
  if (first?.[1].length === 1 && others.length === 0) {
    const [facet, [folded]] = first
    return total(sql`
      SELECT coalesce((SELECT count FROM facetCount WHERE facet = ${facet} AND folded = ${folded!}), 0)
        - (SELECT count(*) FROM personFacet AS f WHERE f.number IN (${hiddenFrom(viewerId)}) AND ${isFacet(first)})
        AS total`)
  }
  if (first) {
    return total(sql`
      SELECT count(*) AS total FROM personFacet AS f
      WHERE ${isFacet(first)} AND ${isSeen(query, sql`f.number`)} AND ${hasFacets(others, sql`f`)}`)
  }
  return total(sql`
    SELECT coalesce((SELECT count FROM listedCount WHERE isListed = 1), 0)
      - (SELECT count(*) FROM (${hiddenFrom(viewerId)})) AS total`)
}

/**
 * Trades that members name, other than in asks, those of most members first, each counted up to `MAX_COUNTED`. Expired
 * offers count, too.
 */
export const tradeCounts = (
  views: ViewReader,
  { viewerId, facets }: DirectoryQuery,
  trades: readonly Trade[],
) =>
  views.all<{ id: string; count: number }>(sql`
    SELECT id, count FROM (
      SELECT value ->> 0 AS id, (SELECT count(*) FROM (
        SELECT 1 FROM directoryText AS t WHERE t.directoryText MATCH value ->> 1
          AND t.rowid NOT IN (${hiddenFrom(viewerId)}) ${limit(MAX_COUNTED)})) AS count
      FROM json_each(${JSON.stringify(trades.map(({ id }) => [id, withFacets([`trades : "${tradeTerm(id)}"`], facets)]))}))
    WHERE count > 0 ORDER BY count DESC, id`)

/** Everyone with the filters, by name. */
function everyone(search: DirectorySearch, after: Position | undefined, rows: number): Query {
  const [first, ...others] = search.facets
  const nameKey = first ? sql`f.nameKey` : sql`p.nameKey`
  const from = first
    ? sql`personFacet AS f JOIN person AS p USING (number)
        WHERE ${isFacet(first)} AND ${isAllowed({ ...search, facets: others })}`
    : sql`person AS p WHERE p.isListed = 1 AND ${isFindable(search)}`
  return sql`
    SELECT p.number, p.id, ${nameKey} AS key FROM ${from}
      ${when(after, () => sql`AND (${nameKey}, p.id) > (${after!.key}, ${after!.id})`)}
    ORDER BY ${nameKey}, p.id ${limit(rows)}`
}

/**
 * Values by their number of members, each in its most frequent spelling. Excludes members hidden from the viewer: as
 * many more values are read as these members have, because no other value moves down.
 */
export const facetValues = (views: ViewReader, viewerId: string, facet: string, rows: number) =>
  views.all<Facet>(sql`
    WITH hidden AS MATERIALIZED (
      SELECT folded, count(DISTINCT p.number) AS members
      FROM blockedPair CROSS JOIN person AS p ON p.id = otherId CROSS JOIN personFacet ON personFacet.number = p.number
      WHERE viewerId = ${viewerId} AND facet = ${facet} GROUP BY folded)
    SELECT (
      SELECT value FROM facetSpelling AS s WHERE s.facet = ${facet} AND s.folded = f.folded
      ORDER BY s.count DESC, value LIMIT 1) AS value, f.count - coalesce(hidden.members, 0) AS count
    FROM (
      SELECT folded, count FROM facetCount WHERE facet = ${facet}
      ORDER BY count DESC, folded LIMIT ${rows} + (SELECT count(*) FROM hidden)) AS f
    LEFT JOIN hidden USING (folded)
    WHERE f.count > coalesce(hidden.members, 0)
    ORDER BY 2 DESC, folded ${limit(rows)}`)
