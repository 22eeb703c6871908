import { facetTerm } from '#server/modules/people/terms/terms.ts'
import type { SearchText } from '#server/modules/people/terms/query.ts'
import { isNotBlocked } from '#server/views/rights.ts'
import { among, type Query, sql } from '#server/views/sql.ts'

export interface DirectoryQuery {
  viewerId: string
  /** ISO instant. Asks and offers that expired before it are not found. */
  now: string
  /** Without clauses for everyone. */
  text: SearchText
  /** People have all of them. Rarest first. */
  facets: Facets
}

/** People have one of the folded values, each of which is listed once. */
export type FacetFilter = readonly [facet: string, folded: readonly string[]]
type Facets = readonly FacetFilter[]

/** Whether the viewer finds the listed person with this number, apart from texts and facets. */
export const isSeen = ({ viewerId }: DirectoryQuery, number: Query) =>
  sql`${number} NOT IN (${hiddenFrom(viewerId)})`

/** Whether the viewer finds the person `p`, apart from texts and facets. */
export const isFindable = ({ viewerId }: DirectoryQuery) => isNotBlocked(viewerId, sql`p.id`)

export const isAllowed = (query: DirectoryQuery) =>
  sql`${isFindable(query)} AND ${hasFacets(query.facets, sql`p`)}`

/** Whether the row `f` of `personFacet` is the first of a person with one of the values. */
export const isFacet = ([facet, [first, ...others]]: FacetFilter): Query =>
  others.length === 0
    ? sql`f.facet = ${facet} AND f.folded = ${first}`
    : sql`f.facet = ${facet} AND f.folded IN ${among([first!, ...others])} AND NOT EXISTS (
        SELECT 1 FROM personFacet AS same WHERE same.facet = ${facet} AND same.folded IN ${among([first!, ...others])}
          AND same.folded < f.folded AND same.nameKey = f.nameKey AND same.number = f.number)`

/** @param row of the person, with their number and name key */
export const hasFacets = (facets: Facets, row: Query) =>
  facets.reduce((all, each) => sql`${all} AND ${hasFacet(each, row)}`, sql`1`)

const hasFacet = ([facet, folded]: FacetFilter, row: Query) => sql`EXISTS (
  SELECT 1 FROM personFacet AS other WHERE other.facet = ${facet} AND other.folded IN ${among(folded)}
    AND other.nameKey = ${row}.nameKey AND other.number = ${row}.number)`

/** People with a value up to whom listing them takes less time than looking for it at each of thousands of rows. */
const MAX_LISTED = 5_000

/** The same for thousands of rows, of which few may have a rare value. */
export const eachHasFacets = (facets: Facets, row: Query) =>
  facets.reduce(
    (all, [facet, folded]) => {
      const counted = sql`SELECT sum(count) FROM facetCount WHERE facet = ${facet} AND folded IN ${among(folded)}`
      const listed = sql`SELECT number FROM personFacet WHERE facet = ${facet} AND folded IN ${among(folded)}`
      return sql`${all} AND iif((${counted}) <= ${MAX_LISTED},
      ${row}.number IN (${listed}), ${hasFacet([facet, folded], row)})`
    },
    sql`1`,
  )

/** An argument of `MATCH` with the filters. */
export const withFacets = (clauses: readonly string[], facets: Facets) =>
  [
    ...clauses,
    ...facets.map(
      ([facet, folded]) => `facets : (${folded.map((each) => `"${facetTerm(facet, each)}"`).join(' OR ')})`,
    ),
  ].join(' AND ')

/** Listed members whom the viewer does not see. */
export const hiddenFrom = (viewerId: string) => sql`
  SELECT DISTINCT hidden.number FROM blockedPair
  CROSS JOIN person AS hidden ON hidden.id = otherId AND hidden.isListed = 1
  WHERE viewerId = ${viewerId}`
