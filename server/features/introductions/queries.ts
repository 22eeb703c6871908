import { REQUEST_LIFETIME } from '#shared/connection-rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { isNotBlocked } from '#server/views/rights.ts'
import { among, limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

import type { Topic } from './profile.ts'

/** JSON but for id and name. */
export interface ProfileRow {
  id: string
  displayName: string
  card: string
  details: string
  exchanges: string
}

const PROFILE = sql`p.id, p.name AS displayName, p.card, p.details, p.exchanges`

/** A word of other profiles, and the points for it. */
export type WordMatch = readonly [topic: Topic, word: string, points: number]

/** An event that the viewer went to. */
export interface AttendedEvent {
  id: string
  title: string
  hosts: readonly string[]
}

export interface Viewing {
  viewerId: string
  /** Milliseconds. */
  now: number
}

/** The latest ones are enough, and bound the work for members who know everyone. */
const MAX_CONNECTIONS = 12
const MAX_CONNECTIONS_EACH = 50
const MAX_ATTENDEES = 500
const POINTS = { event: 6_000, mutual: 2_000 }

export const listedTotal = (views: ViewReader) =>
  views.get<{ count: number }>(sql`SELECT count FROM listedCount WHERE isListed = 1`)?.count ?? 0

/** Words of asks or offers from one to another, and how many members have each. */
export const exchangeWords = (
  views: ViewReader,
  kind: 'asks' | 'offers',
  [from, to]: readonly [string, string],
) =>
  views.all<{ word: string; count: number }>(
    sql`SELECT word, count FROM exchangeWordCount WHERE kind = ${kind} AND word BETWEEN ${from} AND ${to}`,
  )

/** How many members have the keyword or the city. */
export const facetTotal = (views: ViewReader, facet: 'keyword' | 'city', folded: string) =>
  views.get<{ total: number }>(
    sql`SELECT coalesce(sum(count), 0) AS total FROM facetCount WHERE facet = ${facet} AND folded = ${folded}`,
  )!.total

/** In the directory, and neither hidden from the viewer, connected, asked, asking nor dismissed. */
const canBeSuggested = ({ viewerId, now }: Viewing): Query => sql`p.isListed = 1 AND p.id <> ${viewerId}
  AND ${isNotBlocked(viewerId, sql`p.id`)}
  AND NOT EXISTS (SELECT 1 FROM dismissal AS d WHERE d.by = ${viewerId} AND d.of = p.id)
  AND NOT EXISTS (
    SELECT 1 FROM connectionOf AS own JOIN connection AS c USING (number)
    WHERE own.memberId = ${viewerId} AND own.otherId = p.id AND (+own.state = 'accepted'
      OR (c.requestedAt > ${isoInstant(now - REQUEST_LIFETIME)}
        AND (c.state = 'requested' OR (c.unanswered = 1 AND c.requester = ${viewerId})))))`

/** Of these, up to `rows` who can still be suggested, in this order. */
export const suggestable = (views: ViewReader, viewing: Viewing, ids: readonly string[], rows: number) =>
  views.all<ProfileRow>(sql`
    SELECT ${PROFILE} FROM json_each(${JSON.stringify(ids)}) AS wanted CROSS JOIN person AS p ON p.id = wanted.value
    WHERE ${canBeSuggested(viewing)} ORDER BY wanted.key ${limit(rows)}`)

/** Of these, those in the directory. */
export const listedProfiles = (views: ViewReader, ids: readonly string[]) =>
  views.all<ProfileRow>(
    sql`SELECT ${PROFILE} FROM person AS p WHERE p.isListed = 1 AND p.id IN ${among(ids)}`,
  )

interface Common {
  matches: readonly WordMatch[]
  events: readonly AttendedEvent[]
  /** Absent: everyone listed. */
  ids: ReadonlySet<string> | undefined
}

/** Those with the most in common with the viewer, in a rough order. Points are integers, so that sums depend on no order. */
export function mostInCommon(
  views: ViewReader,
  viewing: Viewing,
  { matches, events, ids }: Common,
  rows: number,
) {
  const { viewerId, now } = viewing
  return views.all<ProfileRow>(sql`
    WITH match (topic, word, points) AS MATERIALIZED (
        SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(matches)})),
      attended (event, hosts) AS MATERIALIZED (
        SELECT value ->> 'id', value -> 'hosts' FROM json_each(${JSON.stringify(events)})),
      common (number, points) AS (
        SELECT w.number, points FROM match CROSS JOIN exchangeWord AS w ON w.kind = topic AND w.word = match.word
          WHERE w.expiresAt > ${isoInstant(now)}
        UNION ALL
        SELECT f.number, points FROM match CROSS JOIN personFacet AS f ON f.facet = topic AND f.folded = word
        UNION ALL
        SELECT number, ${POINTS.event} FROM (
          SELECT attended.event, r.member FROM attended CROSS JOIN rsvp AS r ON r.number IN (
            SELECT number FROM rsvp WHERE event = attended.event AND state = 'going' ORDER BY ticket ${limit(MAX_ATTENDEES)})
          UNION SELECT event, host.value FROM attended, json_each(hosts) AS host
        ) CROSS JOIN person ON id = member
        UNION ALL
        SELECT person.number, ${POINTS.mutual} FROM (
          SELECT o.otherId FROM connectionOf AS o JOIN person AS friend ON friend.id = o.otherId
          WHERE o.memberId = ${viewerId} AND o.state = 'accepted' AND friend.status = 'active'
          ORDER BY o.changedAt DESC, o.otherId DESC ${limit(MAX_CONNECTIONS)}
        ) AS own CROSS JOIN connectionOf AS theirs ON +theirs.memberId = own.otherId AND theirs.number IN (
          SELECT number FROM connectionOf WHERE memberId = own.otherId AND state = 'accepted'
          ORDER BY changedAt DESC, otherId DESC ${limit(MAX_CONNECTIONS_EACH)})
        CROSS JOIN person ON person.id = theirs.otherId)
    SELECT ${PROFILE} FROM (SELECT number, sum(points) AS points FROM common GROUP BY number)
    CROSS JOIN person AS p USING (number)
    WHERE ${canBeSuggested(viewing)} ${when(ids, () => sql`AND p.id IN ${among(ids!)}`)}
    ORDER BY points DESC, p.id ${limit(rows)}`)
}

/** How many active members each of these and the viewer are both connected with. */
export const mutualConnections = (views: ViewReader, viewerId: string, ids: readonly string[]) =>
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

/** Of these members, who was at which of the events. */
export const attendances = (views: ViewReader, eventIds: readonly string[], memberIds: readonly string[]) =>
  views.all<{ event: string; member: string }>(sql`
    SELECT event, member FROM rsvp
    WHERE member IN ${among(memberIds)} AND event IN ${among(eventIds)} AND state = 'going'`)

/** The latest events that the viewer had a seat at or hosted, without those that were cancelled. */
export const attendedEvents = (views: ViewReader, { viewerId, now }: Viewing, rows: number) =>
  views
    .all<{ id: string; title: string; status: string; hosts: string }>(sql`
      SELECT e.id, e.title, e.status, e.hosts
      FROM (
        SELECT event AS id FROM (
          SELECT event FROM rsvp WHERE member = ${viewerId} AND state = 'going' AND startsAt < ${isoInstant(now)}
          ORDER BY startsAt DESC, event DESC ${limit(rows)})
        UNION
        SELECT id FROM (
          SELECT hosted.id FROM eventOrganiser AS hosting JOIN event AS hosted USING (number)
          WHERE hosting.memberId = ${viewerId} AND hosting.isHost = 1 AND hosting.startsAt < ${isoInstant(now)}
            AND hosted.status <> 'draft' AND hosted.isHidden = 0
          ORDER BY hosting.startsAt DESC, hosted.id DESC ${limit(rows)})
      ) CROSS JOIN event AS e USING (id)
      WHERE e.status <> 'draft' AND e.isHidden = 0 ORDER BY e.startsAt DESC, e.id DESC ${limit(rows)}`)
    .filter(({ status }) => status !== 'cancelled')
    .map(({ id, title, hosts }): AttendedEvent => ({ id, title, hosts: JSON.parse(hosts) as string[] }))

/** The member whom the viewer was connected with last. */
export const latestConnection = (views: ViewReader, viewerId: string) =>
  views.get<{ otherId: string }>(sql`
    SELECT own.otherId FROM connectionOf AS own JOIN person AS p ON p.id = own.otherId AND p.status = 'active'
    WHERE own.memberId = ${viewerId} AND own.state = 'accepted'
    ORDER BY own.changedAt DESC, own.otherId DESC ${limit(1)}`)?.otherId

/** Whether someone is or was a member. */
export const isKnown = (views: ViewReader, id: string) =>
  views.get(sql`SELECT 1 FROM person WHERE id = ${id}`) !== undefined
