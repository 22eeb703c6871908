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
  /** Ids of its members in the column `member`, each once. */
  members: Query
  /** Its members whom the viewer sees (`withSeen`). `numbers` is JSON. */
  seen?: { numbers: string; count: number }
}

type Facets = DirectoryQuery['facets']

/**
 * The query with the people of its scope, with whose numbers its statements compare those of a text or a filter: reading
 * them takes longer than the rest of a search.
 */
export function withSeen<Q extends DirectoryQuery>(views: ViewReader, query: Q): Q {
  const { scope, viewerId } = query
  if (!scope) return query
  const seen = views.get<{ numbers: string; count: number }>(
    sql`SELECT json_group_array(p.number) AS numbers, count(*) AS count FROM ${everyoneIn(scope, viewerId)}`,
  )!
  return { ...query, scope: { ...scope, seen } }
}

/** The rest of a statement after FROM: the listed people `p` of the scope whom the viewer sees. All is read from indexes. */
export const everyoneIn = ({ members }: DirectoryScope, viewerId: string) => sql`
  (${members}) AS own CROSS JOIN person AS p ON p.isListed = 1 AND p.id = own.member
  WHERE ${isNotBlocked(viewerId, sql`p.id`)}`

const isInScope = ({ scope }: DirectoryQuery, number: Query) =>
  when(scope, () => sql`AND +${number} IN (SELECT value FROM json_each(${scope!.seen?.numbers ?? '[]'}))`)

/** Whether the viewer finds the listed person with this number, apart from texts and facets. */
export const isSeen = (query: DirectoryQuery, number: Query) =>
  sql`${number} NOT IN (${hiddenFrom(query.viewerId)}) ${isInScope(query, number)}`

/** Whether the viewer finds the person `p`, apart from texts and facets. @param number of the person */
export const isFindable = (query: DirectoryQuery, number = sql`p.number`) =>
  sql`${isNotBlocked(query.viewerId, sql`p.id`)} ${isInScope(query, number)}`

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
