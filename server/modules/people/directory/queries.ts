import type { PersonDetails, PersonExchanges } from '#server/modules/people/members/types.ts'
import type { Facet } from '#shared/people/directory.ts'
import type { Position } from '#server/views/cursor.ts'
import { isNotBlocked } from '#server/views/rights.ts'
import { among, type Json, limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'
import type { Prefix } from '#shared/lib/words.ts'
import { matchingAll } from '#server/views/words.ts'

export interface DirectoryQuery {
  viewerId: string
  /** ISO instant. Asks and offers that expired before it are not found. */
  now: string
  /** Prefixes of words, see `prefixesOf`. Empty for everyone. */
  prefixes: readonly Prefix[]
  /** Folded values by facet, rarest first. */
  facets: readonly (readonly [facet: string, folded: string])[]
}

export interface DirectorySearch extends DirectoryQuery {
  /**
   * The viewer's connections whom the text finds only with fields for connections, or in a better field than members
   * do. Everyone else is found as members find them.
   */
  connections: readonly ConnectionMatch[]
}

interface ConnectionMatch {
  /** Number of the person. */
  number: number
  rank: number
  isFoundByMembers: number
}

export interface DirectoryRow extends Position {
  /** JSON. */
  card: string
  details: Json<PersonDetails>
  exchanges: Json<PersonExchanges>
}

/**
 * The best field in which a text was found: `0` the name, `1` other fields, `2` asks and offers. Lists are in this
 * order.
 */
type Rank = '0' | '1' | '2'
const RANKS: readonly Rank[] = ['0', '1', '2']

interface Selection {
  from: Query
  where: Query
  nameKey: Query
}

/** Above this number, sorting the matches of a text takes longer than scanning names until a page is full. */
const MAX_SORTED = 1_000

export const directorySearch = (views: ViewReader, query: DirectoryQuery): DirectorySearch => ({
  ...query,
  connections: query.prefixes.length > 0 ? connectionMatches(views, query) : [],
})

/** The rank of a person is that of the prefix that is found last. */
const connectionMatches = (views: ViewReader, { viewerId, now, prefixes }: DirectoryQuery) =>
  views.all<ConnectionMatch>(sql`
    WITH spelling AS MATERIALIZED (
      SELECT prefix.key AS prefix, ' ' || spelling.value AS start
      FROM json_each(${JSON.stringify(prefixes)}) AS prefix CROSS JOIN json_each(prefix.value) AS spelling)
    SELECT number, max(best) AS rank, count(bestForMembers) = count(*) AS isFoundByMembers
    FROM (
      SELECT text.number, min(text.rank) AS best,
        min(CASE WHEN text.isForMembers THEN text.rank END) AS bestForMembers
      FROM connectionOf AS own CROSS JOIN connectionText AS text ON text.memberId = own.otherId CROSS JOIN spelling
      WHERE own.memberId = ${viewerId} AND own.state = 'accepted' AND ${isNotBlocked(viewerId, sql`own.otherId`)}
        AND text.expiresAt > ${now} AND instr(' ' || text.words, spelling.start) > 0
      GROUP BY text.number, spelling.prefix)
    GROUP BY number
    HAVING count(*) = ${prefixes.length} AND NOT (isFoundByMembers AND max(bestForMembers) = max(best))`)

/** Up to `rows` plus one, by rank, then by name. */
export function directoryRows(
  views: ViewReader,
  search: DirectorySearch,
  { after, rows }: { after: Position | undefined; rows: number },
) {
  if (search.prefixes.length === 0) return rowsOf(views, search, '', selectionOf(search), after, rows + 1)
  const found: DirectoryRow[] = []
  for (const rank of RANKS) {
    if (found.length > rows || (after && after.key[0]! > rank)) continue
    const within = after?.key.startsWith(rank) ? after : undefined
    const hits = hitsOf(views, search, rank)
    if (hits === 0) continue
    const selection = hits > MAX_SORTED ? selectionOf(search, rank) : sortedSelectionOf(search, rank)
    found.push(...rowsOf(views, search, rank, selection, within, rows + 1 - found.length))
  }
  return found
}

/** Counts to one more than `MAX_SORTED`. */
const hitsOf = (views: ViewReader, search: DirectorySearch, rank: Rank) =>
  views.get<{ hits: number }>(sql`
    SELECT count(*) AS hits FROM (${foundBy(search, rank)} ${limit(MAX_SORTED + 1)})`)!.hits

function rowsOf(
  views: ViewReader,
  { viewerId }: DirectorySearch,
  rank: Rank | '',
  { from, where, nameKey }: Selection,
  after: Position | undefined,
  rows: number,
) {
  const position = after && sql`(${after.key.slice(rank.length)}, ${after.id})`
  return views.all<DirectoryRow>(sql`
    SELECT p.id, ${rank} || page.nameKey AS key,
      iif(own.otherId IS NULL, p.card, coalesce(p.cardForConnections, p.card)) AS card,
      iif(own.otherId IS NULL, p.details, coalesce(p.detailsForConnections, p.details)) AS details,
      iif(own.otherId IS NULL, p.exchanges, coalesce(p.exchangesForConnections, p.exchanges)) AS exchanges
    -- The rows of people are large: only those of a page are read.
    FROM (
      SELECT p.number, p.id, ${nameKey} AS nameKey
      FROM ${from} WHERE ${where} ${when(position, () => sql`AND (${nameKey}, p.id) > ${position!}`)}
      ORDER BY ${nameKey}, p.id ${limit(rows)}) AS page CROSS JOIN person AS p USING (number)
    LEFT JOIN connectionOf AS own
      ON own.memberId = ${viewerId} AND own.otherId = p.id AND +own.state = 'accepted'
    ORDER BY page.nameKey, page.id`)
}

/** Number of all matches, where possible without reading each person, which takes several times as long. */
export function directoryTotal(views: ViewReader, search: DirectorySearch): number {
  const { viewerId, prefixes, facets, now, connections } = search
  const total = (query: Query) => views.get<{ total: number }>(query)!.total
  const [first, ...others] = facets
  if (first) {
    if (prefixes.length === 0) {
      return total(sql`
        SELECT count(*) AS total FROM personFacet AS f
        WHERE ${isFacet(first)} AND number NOT IN (${hiddenFrom(viewerId)}) AND ${hasFacets(others, sql`f`)}`)
    }
    const { from, where } = selectionOf(search)
    return total(sql`SELECT count(*) AS total FROM ${from} WHERE ${where}`)
  }
  if (prefixes.length === 0) {
    return total(sql`
      SELECT coalesce((SELECT count FROM listedCount WHERE isListed = 1), 0)
        - (SELECT count(*) FROM (${hiddenFrom(viewerId)})) AS total`)
  }
  const added = connections.filter(({ isFoundByMembers }) => !isFoundByMembers).length
  return total(sql`
    SELECT ${added} + (SELECT count(*) FROM directoryText WHERE ${isFound(search)})
      - (SELECT count(*) FROM person AS p
          WHERE p.firstExpiryAt <= ${now} AND +p.number IN (SELECT rowid FROM directoryText WHERE ${isFound(search)})
          AND NOT ${hasCurrentWords(search)})
      - (SELECT count(*) FROM person AS p WHERE p.number IN (${hiddenFrom(viewerId)})
          AND EXISTS (SELECT 1 FROM directoryText WHERE rowid = p.number AND ${isFound(search)})
          ${isCurrent(search)}) AS total`)
}

/** Listed members whom the viewer does not see. */
const hiddenFrom = (viewerId: string) => sql`
  SELECT DISTINCT hidden.number FROM blockedPair
  CROSS JOIN person AS hidden ON hidden.id = otherId AND hidden.isListed = 1
  WHERE viewerId = ${viewerId}`

/** @param rank the only one, or undefined for all */
function isFound({ prefixes }: DirectorySearch, rank?: Rank): Query {
  const text = matchingAll(prefixes)
  const within = (...columns: string[]) => `({${columns.join(' ')}} : (${text}))`
  const [named, other] = [within('name'), within('name', 'other')]
  const found = { 0: named, 1: `${other} NOT ${named}`, 2: `(${text}) NOT ${other}` }
  return sql`directoryText MATCH ${rank === undefined ? text : found[rank]}`
}

/**
 * Numbers of the people whom a text finds: among all asks and offers, expired or not, except for matches of
 * connections.
 */
const foundBy = (search: DirectorySearch, rank?: Rank): Query => sql`
  SELECT rowid AS number FROM directoryText WHERE ${isFound(search, rank)}
  ${when(
    search.connections.length > 0,
    () => sql`AND rowid NOT IN ${matchesOf(search)} UNION ALL SELECT * FROM ${matchesOf(search, rank)}`,
  )}`

const matchesOf = ({ connections }: DirectorySearch, rank?: Rank) =>
  among(
    connections
      .filter((match) => rank === undefined || match.rank === Number(rank))
      .map(({ number }) => number),
  )

/**
 * Whether the person `p`, who matches a text with all asks and offers, matches with the current ones alone. Without
 * asks and offers everything is current, and so are matches of connections.
 */
const isCurrent = (search: DirectorySearch, rank?: Rank) =>
  when(
    rank === undefined || rank === '2',
    () => sql`AND (coalesce(p.firstExpiryAt > ${search.now}, 1) OR ${hasCurrentWords(search)}
      ${when(search.connections.length > 0, () => sql`OR p.number IN ${matchesOf(search)}`)})`,
  )

const hasCurrentWords = ({ prefixes, now }: DirectorySearch) => sql`NOT EXISTS (
  SELECT 1 FROM json_each(${JSON.stringify(prefixes)}) AS prefix WHERE NOT EXISTS (
    SELECT 1 FROM json_each(p.wordsUntil) AS text
    WHERE text.value ->> 0 > ${now} AND EXISTS (
      SELECT 1 FROM json_each(prefix.value) AS spelling
      WHERE instr(' ' || (text.value ->> 1), ' ' || spelling.value) > 0)))`

/** Suits few matches: reads each. */
const sortedSelectionOf = (search: DirectorySearch, rank: Rank): Selection => ({
  from: sql`(${foundBy(search, rank)}) AS found CROSS JOIN person AS p USING (number)`,
  where: sql`${isAllowed(search, search.facets)} ${isCurrent(search, rank)}`,
  nameKey: sql`p.nameKey`,
})

/** Suits many matches: goes through the names until there are enough. */
function selectionOf(search: DirectorySearch, rank?: Rank): Selection {
  const { facets, prefixes } = search
  const [first, ...others] = facets
  const isMatch = when(
    prefixes.length > 0,
    () => sql`AND +p.number IN (${foundBy(search, rank)}) ${isCurrent(search, rank)}`,
  )
  if (first === undefined) {
    return {
      from: sql`person AS p`,
      where: sql`p.isListed = 1 AND ${isAllowed(search, [])} ${isMatch}`,
      nameKey: sql`p.nameKey`,
    }
  }
  return {
    from: sql`personFacet AS f JOIN person AS p USING (number)`,
    where: sql`${isFacet(first)} AND ${isAllowed(search, others)} ${isMatch}`,
    nameKey: sql`f.nameKey`,
  }
}

type Facets = DirectorySearch['facets']

const isAllowed = ({ viewerId }: DirectorySearch, facets: Facets) =>
  sql`${isNotBlocked(viewerId, sql`p.id`)} AND ${hasFacets(facets, sql`p`)}`

const isFacet = ([facet, folded]: Facets[number]) => sql`f.facet = ${facet} AND f.folded = ${folded}`

/** @param row of the person, with their number and name key */
const hasFacets = (facets: Facets, row: Query) =>
  facets.reduce(
    (conditions, [facet, folded]) => sql`${conditions} AND EXISTS (
      SELECT 1 FROM personFacet AS other WHERE other.facet = ${facet} AND other.folded = ${folded}
        AND other.nameKey = ${row}.nameKey AND other.number = ${row}.number)`,
    sql`1`,
  )

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
