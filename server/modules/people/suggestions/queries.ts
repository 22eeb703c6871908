import type { PersonDetails, PersonExchanges } from '#server/modules/people/members/types.ts'
import { REQUEST_LIFETIME } from '#shared/people/connection-rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { wordRange, wordsMatch } from '#server/views/content-words.ts'
import { blockedIds } from '#server/views/rights.ts'
import {
  among,
  type Json,
  limit,
  parseJson,
  type Query,
  sql,
  type ViewReader,
  when,
} from '#server/views/sql.ts'

import { type FacetFilter, isFacet } from '#server/modules/people/directory/filters.ts'

import type { Topic } from './profile.ts'

export interface ProfileRow {
  id: string
  displayName: string
  /** JSON. */
  card: string
  details: Json<PersonDetails>
  exchanges: Json<PersonExchanges>
}

const PROFILE = sql`p.id, p.name AS displayName, p.card, p.details, p.exchanges`

/** A word of other profiles, with its points. */
export type WordMatch = readonly [topic: Topic, word: string, points: number]

/** An event that the viewer went to, or is going to. */
export interface AttendedEvent {
  id: string
  title: string
  isAhead: boolean
  hosts: readonly string[]
}

export interface Viewing {
  viewerId: string
  /** Milliseconds. */
  now: number
}

/** The latest ones are enough, and bound the work for members who know everyone. */
const MAX_CONNECTIONS = 12
const MAX_CONNECTIONS_EACH = 20
const MAX_ATTENDEES = 100
const POINTS = { event: 6_000, mutual: 2_000 }

export const listedTotal = (views: ViewReader) =>
  views.get<{ count: number }>(sql`SELECT count FROM listedCount WHERE isListed = 1`)?.count ?? 0

/** Words of asks or offers that match (`wordsMatch`), with the number of members who have each. */
export function matchingWords(views: ViewReader, kind: 'asks' | 'offers', word: string) {
  const [from, to] = wordRange(word)
  return views
    .all<{ word: string; count: number }>(sql`
      SELECT word, count FROM exchangeWordCount WHERE kind = ${kind} AND word BETWEEN ${from} AND ${to}
        AND (instr(word, ${word}) = 1 OR instr(${word}, word) = 1)`)
    .filter((found) => wordsMatch(found.word, word))
}

/** Number of members who have the keyword, the city or the industry. */
export const facetTotal = (views: ViewReader, facet: 'keyword' | 'city' | 'industry', folded: string) =>
  views.get<{ count: number }>(
    sql`SELECT count FROM facetCount WHERE facet = ${facet} AND folded = ${folded}`,
  )?.count ?? 0

/**
 * Ids of members who are not suggested to the viewer: the viewer, those who are blocked, dismissed or connected, and
 * those with a request between the two. The `+` keeps SQLite from going through all connections for a few ids.
 * @param ids the only ones that matter; undefined for all
 */
const excluded = ({ viewerId, now }: Viewing, ids?: readonly string[]): Query => sql`
  SELECT ${viewerId}
  UNION ALL ${blockedIds(viewerId)}
  UNION ALL SELECT of FROM dismissal WHERE by = ${viewerId}
  UNION ALL SELECT otherId FROM connectionOf WHERE memberId = ${viewerId} AND +state = 'accepted'
    ${when(ids, () => sql`AND otherId IN ${among(ids!)}`)}
  UNION ALL SELECT own.otherId FROM connectionOf AS own CROSS JOIN connection AS c USING (number)
    WHERE own.memberId = ${viewerId} AND own.state IN ('requested', 'declined')
      AND c.requestedAt > ${isoInstant(now - REQUEST_LIFETIME)}
      AND (c.state = 'requested' OR (c.unanswered = 1 AND c.requester = ${viewerId}))`

/** Up to `rows` of these who can still be suggested, in this order. */
export const suggestable = (views: ViewReader, viewing: Viewing, ids: readonly string[], rows: number) =>
  views.all<ProfileRow>(sql`
    SELECT ${PROFILE} FROM json_each(${JSON.stringify(ids)}) AS wanted CROSS JOIN person AS p ON p.id = wanted.value
    WHERE p.isListed = 1 AND p.id NOT IN (${excluded(viewing, ids)}) ORDER BY wanted.key ${limit(rows)}`)

/** Profiles of the given members who are in the directory. */
export const listedProfiles = (views: ViewReader, ids: readonly string[]) =>
  views.all<ProfileRow>(
    sql`SELECT ${PROFILE} FROM person AS p WHERE p.isListed = 1 AND p.id IN ${among(ids)}`,
  )

interface Common {
  matches: readonly WordMatch[]
  events: readonly AttendedEvent[]
  /** Undefined for everyone listed. */
  ids: ReadonlySet<string> | undefined
  /** Members are in one of these. */
  chapters?: FacetFilter | undefined
}

/**
 * Members with the most in common with the viewer, in a rough order. Points are integers, so that sums do not depend
 * on an order. Only the profiles of the first ones are read, because each is on a page of its own in the file.
 */
export function mostInCommon(
  views: ViewReader,
  viewing: Viewing,
  { matches, events, ids, chapters }: Common,
  rows: number,
) {
  const { viewerId, now } = viewing
  return views.all<ProfileRow>(sql`
    WITH match (topic, word, points) AS MATERIALIZED (
        SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(matches)})),
      attended (event, hosts) AS MATERIALIZED (
        SELECT value ->> 'id', value -> 'hosts' FROM json_each(${JSON.stringify(events)})),
      common (number, points) AS (
        ${ids ? wordsOfSome(ids, now) : wordsOfAll(now)}
        UNION ALL
        SELECT number, ${POINTS.event} FROM (
          SELECT attended.event, r.member FROM attended CROSS JOIN rsvp AS r ON r.number IN (
            SELECT number FROM rsvp WHERE event = attended.event AND state = 'going' ORDER BY ticket ${limit(MAX_ATTENDEES)})
          UNION SELECT event, host.value FROM attended, json_each(hosts) AS host
        ) CROSS JOIN person ON isListed = 1 AND id = member
        UNION ALL
        SELECT person.number, ${POINTS.mutual} FROM (
          SELECT o.otherId FROM connectionOf AS o JOIN person AS friend ON friend.id = o.otherId
          WHERE o.memberId = ${viewerId} AND o.state = 'accepted' AND friend.status = 'active'
          ORDER BY o.changedAt DESC, o.otherId DESC ${limit(MAX_CONNECTIONS)}
        ) AS own CROSS JOIN connectionOf AS theirs ON +theirs.memberId = own.otherId AND theirs.number IN (
          SELECT number FROM connectionOf WHERE memberId = own.otherId AND state = 'accepted'
          ORDER BY changedAt DESC, otherId DESC ${limit(MAX_CONNECTIONS_EACH)})
        CROSS JOIN person ON isListed = 1 AND person.id = theirs.otherId),
      ranked (number, points) AS MATERIALIZED (
        SELECT number, sum(points) FROM common
        WHERE number NOT IN (SELECT number FROM person WHERE id IN (${excluded(viewing)}))
          ${when(chapters, () => sql`AND number IN (SELECT number FROM personFacet AS f WHERE ${isFacet(chapters!)})`)}
          ${when(ids, () => sql`AND number IN (SELECT number FROM person WHERE id IN ${among(ids!)})`)}
        GROUP BY number)
    SELECT ${PROFILE} FROM ranked CROSS JOIN person AS p USING (number)
    WHERE points >= ifnull((SELECT points FROM ranked ORDER BY points DESC LIMIT 1 OFFSET ${rows - 1}), 0)
    ORDER BY points DESC, p.id ${limit(rows)}`)
}

/** Points for words that a member has in common with the viewer. */
const wordsOfAll = (now: number) => sql`
  SELECT w.number, points FROM match CROSS JOIN exchangeWord AS w ON w.kind = topic AND w.word = match.word
    WHERE w.expiresAt > ${isoInstant(now)}
  UNION ALL
  SELECT f.number, points FROM match CROSS JOIN personFacet AS f ON f.facet = topic AND f.folded = word`

/** The same for a few members, who have fewer words than there are members with the viewer's words. */
const wordsOfSome = (ids: Iterable<string>, now: number) => sql`
  SELECT w.number, points FROM person AS some CROSS JOIN exchangeWord AS w ON w.number = some.number
    JOIN match ON topic = w.kind AND match.word = w.word
    WHERE some.id IN ${among(ids)} AND w.expiresAt > ${isoInstant(now)}
  UNION ALL
  SELECT f.number, points FROM person AS some CROSS JOIN personFacet AS f ON f.number = some.number
    JOIN match ON topic = f.facet AND match.word = f.folded
    WHERE some.id IN ${among(ids)}`

/** Number of active members with whom each of these and the viewer are both connected. */
export const mutualConnectionCounts = (views: ViewReader, viewerId: string, ids: readonly string[]) =>
  new Map(
    views
      .all<{ id: string; count: number }>(sql`
        SELECT theirs.memberId AS id, count(*) AS count
        FROM json_each(${JSON.stringify(ids)}) AS wanted
        CROSS JOIN connectionOf AS theirs ON theirs.memberId = wanted.value AND theirs.state = 'accepted'
        CROSS JOIN connectionOf AS own ON own.memberId = ${viewerId} AND own.otherId = theirs.otherId
          AND +own.state = 'accepted'
        CROSS JOIN person AS p ON p.id = theirs.otherId AND p.status = 'active'
        GROUP BY theirs.memberId`)
      .map(({ id, count }) => [id, count]),
  )

/** Attendances of these members at the events. */
export const attendances = (views: ViewReader, eventIds: readonly string[], memberIds: readonly string[]) =>
  views.all<{ event: string; member: string }>(sql`
    SELECT event, member FROM rsvp
    WHERE member IN ${among(memberIds)} AND event IN ${among(eventIds)} AND state = 'going'`)

/**
 * The latest events that the viewer had a seat at or hosted, and the next ones that they are going to or host, without
 * cancelled ones.
 */
export const attendedEvents = (views: ViewReader, { viewerId, now }: Viewing, rows: number) =>
  views
    .all<{ id: string; title: string; hosts: Json<string[]>; isAhead: number }>(sql`
      SELECT e.id, e.title, e.hosts, e.startsAt > ${isoInstant(now)} AS isAhead
      FROM (
        ${eventsOf(viewerId, sql`startsAt < ${isoInstant(now)}`, sql`DESC`, rows)}
        UNION
        ${eventsOf(viewerId, sql`startsAt > ${isoInstant(now)}`, sql`ASC`, rows)}
      ) CROSS JOIN event AS e USING (id)
      WHERE +e.isListed = 1 ORDER BY e.startsAt DESC, e.id DESC`)
    .map(({ id, title, hosts, isAhead }): AttendedEvent => ({
      id,
      title,
      hosts: parseJson(hosts),
      isAhead: isAhead === 1,
    }))

const eventsOf = (viewerId: string, condition: Query, order: Query, rows: number) => sql`
  SELECT id FROM (
    SELECT id, startsAt FROM (
      SELECT event AS id, startsAt FROM rsvp WHERE member = ${viewerId} AND state = 'going' AND ${condition}
      ORDER BY startsAt ${order}, event ${order} ${limit(rows)})
    UNION
    SELECT id, startsAt FROM (
      SELECT hosted.id, hosting.startsAt FROM eventTeam AS hosting JOIN event AS hosted USING (number)
      WHERE hosting.memberId = ${viewerId} AND hosting.isHost = 1 AND hosting.${condition}
        AND +hosted.isListed = 1
      ORDER BY hosting.startsAt ${order}, hosted.id ${order} ${limit(rows)})
    ORDER BY startsAt ${order}, id ${order} ${limit(rows)})`

/** The viewer's latest connection. */
export const latestConnection = (views: ViewReader, viewerId: string) =>
  views.get<{ otherId: string }>(sql`
    SELECT own.otherId FROM connectionOf AS own JOIN person AS p ON p.id = own.otherId AND p.status = 'active'
    WHERE own.memberId = ${viewerId} AND own.state = 'accepted'
    ORDER BY own.changedAt DESC, own.otherId DESC ${limit(1)}`)?.otherId

/** Whether the id is that of a current or former member. */
export const isKnown = (views: ViewReader, id: string) =>
  views.get(sql`SELECT 1 FROM person WHERE id = ${id}`) !== undefined
