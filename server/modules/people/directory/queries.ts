import type { PersonDetails, PersonExchanges } from '#server/modules/people/members/types.ts'
import { SEARCHED } from '#server/modules/people/members/search-parts.ts'
import { facetTerm, tradeTerm } from '#server/modules/people/terms/terms.ts'
import { matchingClauses, type SearchText, spaced } from '#server/modules/people/terms/query.ts'
import type { Trade } from '#server/modules/people/trades/trades.ts'
import { MAX_COUNTED } from '#shared/people/directory-rules.ts'
import type { Facet } from '#shared/people/directory.ts'
import type { Position } from '#server/views/cursor.ts'
import { isNotBlocked } from '#server/views/rights.ts'
import { among, type Json, limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

export interface DirectoryQuery {
  viewerId: string
  /** ISO instant. Asks and offers that expired before it are not found. */
  now: string
  /** Without clauses for everyone. */
  text: SearchText
  /** Folded values by facet, rarest first. */
  facets: readonly (readonly [facet: string, folded: string])[]
}

export interface DirectorySearch extends DirectoryQuery {
  /**
   * The viewer's connections whom the text finds only with fields for connections, or in a better field than members
   * do. Everyone else is found as members find them.
   */
  connections: readonly ConnectionMatch[]
  /** Members whom a text finds: all of them up to `MAX_COUNTED`, and of more than these the first. */
  matches: readonly Match[]
  /** Number of matches. Of a text, only up to one more than `MAX_COUNTED`. */
  total: number
}

interface Match {
  /** Number of the person. */
  number: number
  id: string
  nameKey: string
  /** Null where it is the same as in the full text. */
  rank: number | null
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
  bio: string | null
}

interface NumberedPosition extends Position {
  /** Number of the person. */
  number: number
}

/** The position of the best field in which a text was found. Lists are in the order of ranks. */
type Rank = number
const LAST_RANK = SEARCHED.length - 1

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

/** Up to `rows` plus one, by rank, then by name. */
export function directoryRows(
  views: ViewReader,
  search: DirectorySearch,
  { after, rows }: { after: Position | undefined; rows: number },
) {
  if (search.total === 0) return []
  return views.all<DirectoryRow>(sql`
    ${withTerms(search)}
    SELECT p.id, page.key,
      iif(own.otherId IS NULL, p.card, coalesce(p.cardForConnections, p.card)) AS card,
      iif(own.otherId IS NULL, p.details, coalesce(p.detailsForConnections, p.details)) AS details,
      iif(own.otherId IS NULL, p.exchanges, coalesce(p.exchangesForConnections, p.exchanges)) AS exchanges,
      iif(own.otherId IS NULL, p.bio, p.bioForConnections) AS bio
    -- The rows of people are large: only those of a page are read.
    FROM (${pageOf(views, search, after, rows + 1)}) AS page CROSS JOIN person AS p USING (number)
    LEFT JOIN connectionOf AS own
      ON own.memberId = ${search.viewerId} AND own.otherId = p.id AND +own.state = 'accepted'
    ORDER BY page.key, page.id`)
}

/** Numbers, keys and ids of the people on a page. */
function pageOf(
  views: ViewReader,
  search: DirectorySearch,
  after: Position | undefined,
  rows: number,
): Query {
  if (search.text.clauses.length === 0) return everyone(search, after, rows)
  if (search.text.isOfNames) return namesWith(search, after, rows)
  const isCounted = after ? !after.key.startsWith('#', 1) : search.total <= MAX_COUNTED
  const page = isCounted
    ? sortedMatches(views, search)
        .filter((position) => !after || isAfter(position, after))
        .take(rows)
        .toArray()
    : unsortedMatches(views, search, after, rows)
  return sql`SELECT value ->> 0 AS number, value ->> 1 AS key, value ->> 2 AS id
    FROM json_each(${JSON.stringify(page.map(({ number, key, id }) => [number, key, id]))})`
}

const isAfter = (one: Position, other: Position) =>
  one.key > other.key || (one.key === other.key && one.id > other.id)

/** Names with the letters, by their word. */
function namesWith(search: DirectorySearch, after: Position | undefined, rows: number): Query {
  const [word, nameKey = '', number = 0] = after?.key.split(SEPARATOR) ?? []
  return sql`
    SELECT w.number, w.word || ${SEPARATOR} || w.nameKey || ${SEPARATOR} || printf('%010d', w.number) AS key, p.id
    FROM personWord AS w CROSS JOIN person AS p USING (number)
    WHERE ${hasLetters(search, sql`w`)} AND w.number NOT IN (${hiddenFrom(search.viewerId)})
      AND ${hasFacets(search.facets, sql`w`)}
      AND NOT EXISTS (SELECT 1 FROM personWord AS other
        WHERE other.number = w.number AND ${hasLetters(search, sql`other`)} AND other.word < w.word)
      ${when(word !== undefined, () => sql`AND (w.word, w.nameKey, w.number) > (${word}, ${nameKey}, ${Number(number)})`)}
    ORDER BY w.word, w.nameKey, w.number ${limit(rows)}`
}

const LAST_LETTER = '\u{10FFFF}'
/** Sorts before all letters, and is in no word or name. */
const SEPARATOR = '\u{1}'

/** @param row of `personWord` */
const hasLetters = ({ text }: DirectoryQuery, row: Query): Query => {
  const [first = '', ...others] = text.clauses.flatMap(({ terms }) =>
    terms.filter((term) => term.endsWith('*')).map((term) => term.slice(0, -1)),
  )
  const begins = (start: string) =>
    sql`${row}.kind = 'name' AND ${row}.word >= ${start} AND ${row}.word < ${start + LAST_LETTER}`
  return sql`(${others.reduce((any, start) => sql`${any} OR ${begins(start)}`, begins(first))})`
}

/** Matches until there are more than are counted, with the connections' own. */
function firstMatches(
  views: ViewReader,
  query: DirectoryQuery,
  connections: readonly ConnectionMatch[],
  most: number,
) {
  const { viewerId, now } = query
  return views.all<Match>(sql`
    ${withTerms(query)}
    SELECT * FROM (
      ${when(
        connections.length > 0,
        () => sql`SELECT p.number, p.id, p.nameKey, value ->> 1 AS rank FROM ${listed(connections)}
          CROSS JOIN person AS p ON p.number = value ->> 0 WHERE ${isAllowed(query)} UNION ALL`,
      )}
      SELECT p.number, p.id, p.nameKey,
        iif(coalesce(p.firstExpiryAt > ${now}, 1), NULL, ${currentRank(query)}) AS rank
      FROM directoryText AS t CROSS JOIN person AS p ON p.number = t.rowid
      WHERE t.directoryText MATCH ${matchOf(query)} AND ${isCurrent(query)} AND ${isNotBlocked(viewerId, sql`p.id`)}
        ${when(connections.length > 0, () => sql`AND t.rowid NOT IN ${among(connections.map(({ number }) => number))}`)})
    ${limit(most)}`)
}

/**
 * All matches in order, each rank only once it is asked for. Those who have the words as they were typed, and
 * connections, come first of their rank, and of these the members who are near to the viewer. The matches are halved by ranks, and a half without matches is not searched.
 */
function* sortedMatches(views: ViewReader, search: DirectorySearch) {
  const numbersOf = (match: string) =>
    new Set(
      views
        .all<{ number: number }>(
          sql`SELECT rowid AS number FROM directoryText WHERE directoryText MATCH ${match}`,
        )
        .map(({ number }) => number),
    )
  const closest = numbersOf(`(${matchingClauses(search.text.closest)})`)
  const own = new Set(search.connections.map(({ number }) => number))
  const orderOf = ({ number, nameKey }: Match, isNear: boolean) =>
    `${Number(!closest.has(number) && !own.has(number))}${Number(!isNear)}${nameKey}`

  function* inOrder(matches: readonly Match[], first: Rank, last: Rank): Generator<Position & Match> {
    if (matches.length === 0) return
    if (first < last) {
      const middle = (first + last) >> 1
      const found = numbersOf(upTo(search, middle))
      const [before, rest] = partition(matches, ({ rank, number }) =>
        rank === null ? found.has(number) : rank <= middle,
      )
      yield* inOrder(before, first, middle)
      yield* inOrder(rest, middle + 1, last)
      return
    }
    const near = nearTo(views, search.viewerId, matches)
    yield* matches
      .map((match) => ({ ...match, key: `${first}${orderOf(match, near.has(match.id))}` }))
      .toSorted((one, other) => (isAfter(one, other) ? 1 : -1))
  }

  yield* inOrder(search.matches, 0, LAST_RANK)
}

/** Ids of those who share a connection or an event with the viewer. */
const nearTo = (views: ViewReader, viewerId: string, matches: readonly Match[]) =>
  new Set(
    views
      .all<{ id: string }>(sql`
        SELECT value AS id FROM json_each(${JSON.stringify(matches.map(({ id }) => id))})
        WHERE EXISTS (
          SELECT 1 FROM connectionOf AS theirs
          WHERE theirs.memberId = value AND theirs.state = 'accepted' AND theirs.otherId IN (
            SELECT own.otherId FROM connectionOf AS own
            JOIN person AS friend ON friend.id = own.otherId AND friend.status = 'active'
            WHERE own.memberId = ${viewerId} AND own.state = 'accepted'))
        OR EXISTS (
          SELECT 1 FROM rsvp AS theirs WHERE theirs.member = value AND theirs.state = 'going' AND theirs.event IN (
            SELECT event FROM rsvp WHERE member = ${viewerId} AND state = 'going'))`)
      .map(({ id }) => id),
  )

function partition<T>(all: readonly T[], isFirst: (each: T) => boolean) {
  const groups = Map.groupBy(all, isFirst)
  return [groups.get(true) ?? [], groups.get(false) ?? []] as const
}

/**
 * Matches of the first ranks until the page is full, each rank in the order in which people joined: sorting thousands
 * takes longer than anyone reads. The ranks are halved, and a half without matches is not searched.
 */
function unsortedMatches(
  views: ViewReader,
  search: DirectorySearch,
  after: Position | undefined,
  rows: number,
) {
  const page: NumberedPosition[] = []
  const [, rank, number] = (/^(\d)#(\d+)$/.exec(after?.key ?? '') ?? []).map(Number)

  function take(first: Rank, last: Rank, between: Partial<Between>, hasMatches = false) {
    const left = rows - page.length
    if (left === 0 || first > last) return
    if (first < last && hasMatches) {
      takeHalves(first, last, between)
      return
    }
    const found = matchesBetween(views, search, { ...between, last, without: page, rows: left })
    if (first === last) page.push(...found.map((each) => ({ ...each, key: unsortedKey(last, each.number) })))
    else if (found.length > 0) takeHalves(first, last, between)
  }

  function takeHalves(first: Rank, last: Rank, between: Partial<Between>) {
    const middle = (first + last) >> 1
    const before = page.length
    take(first, middle, between)
    // The other half has the matches if this one has none.
    take(middle + 1, last, between, page.length === before)
  }

  if (rank === undefined) {
    // Names fill most pages, and reading all words that begin with some letters takes longest.
    take(0, 0, {})
    take(1, LAST_RANK, {}, page.length === 0)
  } else {
    take(rank, rank, { above: rank - 1, number })
    take(rank + 1, LAST_RANK, { above: rank })
  }
  return page
}

const unsortedKey = (rank: Rank, number: number) => `${rank}#${String(number).padStart(10, '0')}`

interface Between {
  /** Rank up to which matches are left out. */
  above?: Rank
  last: Rank
  /** Number up to which people are left out. */
  number?: number
  without: readonly NumberedPosition[]
  rows: number
}

/** Matches of the ranks, in the order in which people joined. */
function matchesBetween(
  views: ViewReader,
  search: DirectorySearch,
  { above = -1, last, number = 0, without, rows }: Between,
) {
  const { connections } = search
  const own = connections.filter(({ rank }) => rank > above && rank <= last)
  const match = `(${upTo(search, last)})${above < 0 ? '' : ` NOT (${upTo(search, above)})`}`
  const isNew = (person: Query) =>
    sql`${person} > ${number} AND ${person} NOT IN ${among(without.map((each) => each.number))}`
  return views.all<Omit<NumberedPosition, 'key'>>(sql`
    ${withTerms(search)}
    SELECT * FROM (
      SELECT p.number, p.id FROM directoryText AS t CROSS JOIN person AS p ON p.number = t.rowid
      WHERE t.directoryText MATCH ${match} AND ${isNew(sql`t.rowid`)} AND ${isCurrent(search)}
        AND ${isNotBlocked(search.viewerId, sql`p.id`)}
        ${when(connections.length > 0, () => sql`AND t.rowid NOT IN ${among(connections.map((each) => each.number))}`)}
      -- Not by the number of the person, which SQLite would sort.
      ORDER BY t.rowid ${limit(rows)})
    ${when(
      own.length > 0,
      () => sql`UNION ALL SELECT p.number, p.id FROM ${listed(own)} CROSS JOIN person AS p ON p.number = value ->> 0
        WHERE ${isNew(sql`p.number`)} AND ${isAllowed(search)} ORDER BY 1 ${limit(rows)}`,
    )}`)
}

const listed = (connections: readonly ConnectionMatch[]) =>
  sql`json_each(${JSON.stringify(connections.map(({ number, rank }) => [number, rank]))})`

/** Number of members by the first letters of a name, or by filters, where possible without reading each person. */
function totalOf(views: ViewReader, query: DirectoryQuery): number {
  const { viewerId, text, facets } = query
  const total = (statement: Query) => views.get<{ total: number }>(statement)!.total
  const [first, ...others] = facets
  if (text.isOfNames)
    return total(sql`SELECT count(*) AS total FROM (
      SELECT DISTINCT number FROM personWord AS w
      WHERE ${hasLetters(query, sql`w`)} AND ${hasFacets(facets, sql`w`)} AND number NOT IN (${hiddenFrom(viewerId)})
      ${limit(MAX_COUNTED + 1)})`)
  if (first) {
    return total(sql`
      SELECT count(*) AS total FROM personFacet AS f
      WHERE ${isFacet(first)} AND number NOT IN (${hiddenFrom(viewerId)}) AND ${hasFacets(others, sql`f`)}`)
  }
  return total(sql`
    SELECT coalesce((SELECT count FROM listedCount WHERE isListed = 1), 0)
      - (SELECT count(*) FROM (${hiddenFrom(viewerId)})) AS total`)
}

/** Listed members whom the viewer does not see. */
export const hiddenFrom = (viewerId: string) => sql`
  SELECT DISTINCT hidden.number FROM blockedPair
  CROSS JOIN person AS hidden ON hidden.id = otherId AND hidden.isListed = 1
  WHERE viewerId = ${viewerId}`

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

const withFacets = (clauses: readonly string[], facets: Facets) =>
  [...clauses, ...facets.map(([facet, folded]) => `facets : "${facetTerm(facet, folded)}"`)].join(' AND ')

/** The argument of `MATCH` for the text in any field, with the filters. */
const matchOf = ({ text, facets }: DirectoryQuery) =>
  withFacets([`(${matchingClauses(text.clauses)})`], facets)

/** The argument of `MATCH` for the text in the fields up to the rank. */
const upTo = ({ text, facets }: DirectoryQuery, rank: Rank) =>
  withFacets([`({${SEARCHED.slice(0, rank + 1).join(' ')}} : (${matchingClauses(text.clauses)}))`], facets)

/** The table `term` has the terms of each clause, as they are found in `personText`. */
const withTerms = ({ text: { clauses } }: DirectoryQuery) => sql`
  WITH term AS MATERIALIZED (
    SELECT clause.key AS clause, each.value AS text
    FROM json_each(${JSON.stringify(clauses.map(({ terms }) => terms.map(spaced)))}) AS clause
    CROSS JOIN json_each(clause.value) AS each)`

/**
 * Rank of the person `p` by current texts alone, and NULL if they do not match. The full text also has asks and offers
 * that have expired.
 */
const currentRank = ({ text, now }: DirectoryQuery) => sql`(
  SELECT iif(count(*) = ${text.clauses.length}, max(best), NULL) FROM (
    SELECT min(own.rank) AS best FROM personText AS own CROSS JOIN term
    WHERE own.number = p.number AND own.isForMembers = 1 AND own.expiresAt > ${now} AND instr(own.terms, term.text) > 0
    GROUP BY term.clause))`

const isCurrent = (search: DirectoryQuery) =>
  sql`(coalesce(p.firstExpiryAt > ${search.now}, 1) OR ${currentRank(search)} IS NOT NULL)`

/** The rank of a person is that of the clause that is found last. */
const connectionMatches = (views: ViewReader, query: DirectoryQuery) =>
  views.all<ConnectionMatch>(sql`
    ${withTerms(query)}
    SELECT number, max(best) AS rank, count(bestForMembers) = count(*) AS isFoundByMembers
    FROM (
      SELECT text.number, min(text.rank) AS best,
        min(CASE WHEN text.isForMembers THEN text.rank END) AS bestForMembers
      FROM connectionOf AS own CROSS JOIN personText AS text ON text.memberId = own.otherId CROSS JOIN term
      WHERE own.memberId = ${query.viewerId} AND own.state = 'accepted'
        AND ${isNotBlocked(query.viewerId, sql`own.otherId`)}
        AND text.expiresAt > ${query.now} AND instr(text.terms, term.text) > 0
      GROUP BY text.number, term.clause)
    GROUP BY number
    HAVING count(*) = ${query.text.clauses.length} AND NOT (isFoundByMembers AND max(bestForMembers) = max(best))`)

/** Everyone with the filters, by name. */
function everyone(search: DirectorySearch, after: Position | undefined, rows: number): Query {
  const [first, ...others] = search.facets
  const nameKey = first ? sql`f.nameKey` : sql`p.nameKey`
  const from = first
    ? sql`personFacet AS f JOIN person AS p USING (number)
        WHERE ${isFacet(first)} AND ${isAllowed({ ...search, facets: others })}`
    : sql`person AS p WHERE p.isListed = 1 AND ${isAllowed(search)}`
  return sql`
    SELECT p.number, p.id, ${nameKey} AS key FROM ${from}
      ${when(after, () => sql`AND (${nameKey}, p.id) > (${after!.key}, ${after!.id})`)}
    ORDER BY ${nameKey}, p.id ${limit(rows)}`
}

type Facets = DirectorySearch['facets']

const isAllowed = ({ viewerId, facets }: DirectoryQuery) =>
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
