import { SEARCHED } from '#server/modules/people/members/search-parts.ts'
import { matchingClauses, spaced } from '#server/modules/people/terms/query.ts'
import { fieldOfTerm, WORDLESS_FIELDS } from '#server/modules/people/terms/terms.ts'
import { MAX_COUNTED } from '#shared/people/directory-rules.ts'
import type { Position } from '#server/views/cursor.ts'
import { isNotBlocked } from '#server/views/rights.ts'
import { among, limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

import { type DirectoryQuery, isAllowed, isFindable, withFacets } from './filters.ts'

/** A text, and what it finds. */
export interface TextSearch extends DirectoryQuery {
  /**
   * The viewer's connections whom the text finds only with fields for connections, or in a better field than members
   * do. Everyone else is found as members find them.
   */
  connections: readonly ConnectionMatch[]
  /** Members whom a text finds: all of them up to `MAX_COUNTED`, and of more than these the first. */
  matches: readonly Match[]
}

interface Match {
  /** Number of the person. */
  number: number
  id: string
  nameKey: string
  /** Null where it is the same as in the full text. */
  rank: Rank | null
}

interface ConnectionMatch {
  /** Number of the person. */
  number: number
  rank: Rank
  isFoundByMembers: number
}

interface NumberedPosition extends Position {
  /** Number of the person. */
  number: number
}

/** The position of the best field in which a text was found. Lists are in the order of ranks. */
type Rank = number
const LAST_RANK = SEARCHED.length - 1

/** Whether the text finds the person `p`. For statements that begin with `withTerms`. */
export const isFound = (query: DirectoryQuery, connections: readonly ConnectionMatch[]) => sql`(
  +p.number IN (SELECT rowid FROM directoryText WHERE directoryText MATCH ${matchOf(query)}) AND ${isCurrent(query)}
    AND ${isFindable(query)}
  OR +p.number IN ${among(connections.map(({ number }) => number))})`

/** Matches until there are more than are counted, with the connections' own. */
export function firstMatches(
  views: ViewReader,
  query: DirectoryQuery,
  connections: readonly ConnectionMatch[],
  most: number,
) {
  const { now } = query
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
      WHERE t.directoryText MATCH ${matchOf(query)} AND ${isCurrent(query)} AND ${isFindable(query)}
        ${when(connections.length > 0, () => sql`AND t.rowid NOT IN ${among(connections.map(({ number }) => number))}`)})
    ${limit(most)}`)
}

/** Matches on a page, in order. */
export function matchesOfPage(
  views: ViewReader,
  search: TextSearch,
  after: Position | undefined,
  rows: number,
): NumberedPosition[] {
  const isCounted = after ? !after.key.startsWith('#', 1) : search.matches.length <= MAX_COUNTED
  if (!isCounted) return unsortedMatches(views, search, after, rows)
  return sortedMatches(views, search)
    .filter((position) => !after || isAfter(position, after))
    .take(rows)
    .toArray()
}

const isAfter = (one: Position, other: Position) =>
  one.key > other.key || (one.key === other.key && one.id > other.id)

/**
 * All matches in order, each rank only once it is asked for. Those who have the words as they were typed, and
 * connections, come first of their rank, and of these the members who are near to the viewer. The matches are halved by
 * ranks, and a half without matches is not searched.
 */
function* sortedMatches(views: ViewReader, search: TextSearch) {
  const numbersOf = (match: string, matches: readonly Match[]) =>
    new Set(
      views
        .all<{ number: number }>(sql`
          SELECT rowid AS number FROM directoryText
          WHERE directoryText MATCH ${match} AND +rowid IN ${among(matches.map(({ number }) => number))}`)
        .map(({ number }) => number),
    )
  const closest = numbersOf(`(${matchingClauses(search.text.closest)})`, search.matches)
  const own = new Set(search.connections.map(({ number }) => number))
  const orderOf = ({ number, nameKey }: Match, isNear: boolean) =>
    `${Number(!closest.has(number) && !own.has(number))}${Number(!isNear)}${nameKey}`

  function* inOrder(matches: readonly Match[], first: Rank, last: Rank): Generator<Position & Match> {
    if (matches.length === 0) return
    if (first < last) {
      const middle = (first + last) >> 1
      const found = matches.some(({ rank }) => rank === null)
        ? numbersOf(upTo(search, middle), matches)
        : new Set()
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

  const ranks = search.matches.length > MAX_READ ? undefined : ranksOf(views, search)
  yield* inOrder(
    search.matches.map((match) => ({ ...match, rank: match.rank ?? ranks?.get(match.number) ?? null })),
    0,
    LAST_RANK,
  )
}

/** Matches whose own texts are read, which then takes less time than searching ranks. */
const MAX_READ = 40

/** Ranks of those matches whose texts are also stored one by one. */
const ranksOf = (views: ViewReader, search: TextSearch) =>
  new Map(
    views
      .all<{ number: number; rank: Rank | null }>(sql`
        ${withTerms(search)}
        SELECT p.number, ${currentRank(search)} AS rank FROM person AS p
        WHERE p.number IN ${among(search.matches.map(({ number }) => number))}`)
      .map(({ number, rank }) => [number, rank]),
  )

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
 * takes longer than anyone reads.
 */
function unsortedMatches(views: ViewReader, search: TextSearch, after: Position | undefined, rows: number) {
  const page: NumberedPosition[] = []
  const [, first = 0, number = 0] = (/^(\d)#(\d+)$/.exec(after?.key ?? '') ?? []).map(Number)
  for (const rank of ranksOfTerms(search).filter((each) => each >= first)) {
    if (page.length === rows) break
    const found = matchesOfRank(views, search, {
      rank,
      isFirstPage: !after,
      above: rank === first ? number : 0,
      without: page,
      rows: rows - page.length,
    })
    page.push(...found.map((each) => ({ ...each, key: unsortedKey(rank, each.number) })))
  }
  return page
}

/** The ranks of fields that can have a term of the text, and of connections who are found in other ones. */
const ranksOfTerms = ({ text, connections }: TextSearch) => {
  const fields: ReadonlySet<string> = new Set(text.clauses.flatMap(({ terms }) => terms.map(fieldOfTerm)))
  const own = new Set(connections.map(({ rank }) => rank))
  return SEARCHED.flatMap((field, rank) =>
    fields.has(field) || own.has(rank) || !WORDLESS_FIELDS.has(field) ? [rank] : [],
  )
}

const unsortedKey = (rank: Rank, number: number) => `${rank}#${String(number).padStart(10, '0')}`

interface OfRank {
  rank: Rank
  /** Whether all matches of better ranks are known. */
  isFirstPage: boolean
  /** Number up to which people are left out. */
  above: number
  without: readonly NumberedPosition[]
  rows: number
}

/** Matches of the rank, in the order in which people joined. */
function matchesOfRank(
  views: ViewReader,
  search: TextSearch,
  { rank, isFirstPage, above, without, rows }: OfRank,
) {
  const { connections } = search
  const own = connections.filter((each) => each.rank === rank)
  const match = `(${upTo(search, rank)})${isFirstPage || rank === 0 ? '' : ` NOT (${upTo(search, rank - 1)})`}`
  const isNew = (person: Query) =>
    sql`${person} > ${above} AND ${person} NOT IN ${among(without.map((each) => each.number))}`
  return views.all<Omit<NumberedPosition, 'key'>>(sql`
    ${withTerms(search)}
    SELECT * FROM (
      SELECT p.number, p.id FROM directoryText AS t CROSS JOIN person AS p ON p.number = t.rowid
      WHERE t.directoryText MATCH ${match} AND ${isNew(sql`t.rowid`)} AND ${isCurrent(search)}
        AND ${isFindable(search)}
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

/** The argument of `MATCH` for the text in any field, with the filters. */
const matchOf = ({ text, facets }: DirectoryQuery) =>
  withFacets([`(${matchingClauses(text.clauses)})`], facets)

/**
 * The argument of `MATCH` for the text in the fields up to the rank. Terms that are only in later fields are left out:
 * thousands can have the term of an industry, and each would be looked at.
 */
const upTo = ({ text, facets }: DirectoryQuery, rank: Rank) => {
  const clauses = text.clauses.map(({ word, terms }) => ({
    word,
    terms: terms.filter((term) => SEARCHED.indexOf(fieldOfTerm(term)) <= rank),
  }))
  return withFacets([`({${SEARCHED.slice(0, rank + 1).join(' ')}} : (${matchingClauses(clauses)}))`], facets)
}

/** The table `term` has the terms of each clause, as they are found in `personText`. */
export const withTerms = ({ text: { clauses } }: DirectoryQuery) => sql`
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
export const connectionMatches = (views: ViewReader, query: DirectoryQuery) =>
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
