import { facetTerm } from '#server/modules/people/terms/terms.ts'
import type { SearchText } from '#server/modules/people/terms/query.ts'
import { isNotBlocked } from '#server/views/rights.ts'
import { type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

export interface DirectoryQuery {
  viewerId: string
  /** ISO instant. Asks and offers that expired before it are not found. */
  now: string
  /** Without clauses for everyone. */
  text: SearchText
  /** Folded values by facet, rarest first. */
  facets: readonly (readonly [facet: string, folded: string])[]
  /** Chapters to which people are limited. */
  scope?: DirectoryScope | undefined
}

export interface DirectoryScope {
  /** Differs between any two scopes. */
  key: string
  /** Whether a member with this id is in the scope. */
  has: (id: Query) => Query
  /** Ids of its members. */
  members: Query
  /** JSON of their numbers, for a search (`withNumbers`). */
  numbers?: string
}

type Facets = DirectoryQuery['facets']

/** Whether the viewer finds the person `p`, apart from texts and facets. */
export const isFindable = ({ viewerId, scope }: DirectoryQuery) =>
  sql`${isNotBlocked(viewerId, sql`p.id`)} ${when(scope, () => sql`AND ${scope!.has(sql`p.id`)}`)}`

/**
 * The query with the numbers of its scope. Each statement of a search compares those that a text finds with them:
 * reading them takes longer than the text, and reading the rows of all matches ten times as long.
 */
export function withNumbers<Q extends DirectoryQuery>(views: ViewReader, query: Q): Q {
  const { scope, text } = query
  if (!scope || text.isOfNames || text.clauses.length === 0) return query
  const { numbers } = views.get<{ numbers: string }>(sql`
    SELECT json_group_array(p.number) AS numbers FROM (${scope.members}) AS own
    CROSS JOIN person AS p ON p.id = own.member`)!
  return { ...query, scope: { ...scope, numbers } }
}

/** Whether the viewer finds the person `p`, whose number a text found in row `t`. */
export const isFindableMatch = ({ viewerId, scope }: DirectoryQuery) =>
  sql`${isNotBlocked(viewerId, sql`p.id`)} ${when(
    scope,
    () => sql`AND +t.rowid IN (SELECT value FROM json_each(${scope!.numbers ?? '[]'}))`,
  )}`

export const isAllowed = (query: DirectoryQuery) =>
  sql`${isFindable(query)} AND ${hasFacets(query.facets, sql`p`)}`

export const isFacet = ([facet, folded]: Facets[number]) => sql`f.facet = ${facet} AND f.folded = ${folded}`

/** @param row of the person, with their number and name key */
export const hasFacets = (facets: Facets, row: Query) =>
  facets.reduce(
    (conditions, [facet, folded]) => sql`${conditions} AND EXISTS (
      SELECT 1 FROM personFacet AS other WHERE other.facet = ${facet} AND other.folded = ${folded}
        AND other.nameKey = ${row}.nameKey AND other.number = ${row}.number)`,
    sql`1`,
  )

/** An argument of `MATCH` with the filters. */
export const withFacets = (clauses: readonly string[], facets: Facets) =>
  [...clauses, ...facets.map(([facet, folded]) => `facets : "${facetTerm(facet, folded)}"`)].join(' AND ')

/** Listed members whom the viewer does not see. */
export const hiddenFrom = (viewerId: string) => sql`
  SELECT DISTINCT hidden.number FROM blockedPair
  CROSS JOIN person AS hidden ON hidden.id = otherId AND hidden.isListed = 1
  WHERE viewerId = ${viewerId}`
