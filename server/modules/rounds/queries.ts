import { NEWCOMER_FOR, NO_REPEAT_FOR } from '#shared/rounds/rules.ts'
import type { MemberRound, RoundLine, RoundPerson } from '#shared/rounds/schema.ts'
import { can } from '#shared/people/roles.ts'
import type { Actor } from '#server/modules/actor.ts'
import { may } from '#server/modules/chapters/rights.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { cardSeenBy, isInListsOf, parseCard } from '#server/views/cards.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { type Json, limit, parseJson, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

import type { RoundDocument, RoundParticipant } from './collection.ts'

export type Viewer = Pick<Actor, 'id' | 'role'>

interface Viewing {
  viewerId: string
  /** Milliseconds. */
  now: number
}

export const isNewcomer = (now: number) => sql`(p.joinedAt > ${isoInstant(now - NEWCOMER_FOR)})`

/** Whether the round `r` is for the active person `p`. */
export const isFor = (now: number): Query => sql`(p.status = 'active' AND CASE r.audience
  WHEN 'everyone' THEN 1
  WHEN 'newcomers' THEN ${isNewcomer(now)}
  ELSE EXISTS (SELECT 1 FROM chapterMembership AS home
    WHERE home.member = p.id AND home.chapter = r.chapter AND home.state = 'active') END)`

const MAX_SHOWN = 10

interface MemberRow extends Omit<MemberRound, 'isOpen' | 'own'> {
  isOpen: number
  state: RoundParticipant['state'] | null
  topic: string | null
  everyTopic: string | null
}

/**
 * Rounds that are open for the member, and those whose groups are not released yet that they are in, the first deadline
 * first.
 */
export const memberRounds = (views: ViewReader, { viewerId, now }: Viewing): MemberRound[] =>
  views
    .all<MemberRow>(sql`
      SELECT r.id, r.title, r.size, r.optInUntil, r.state = 'open' AND r.optInUntil > ${isoInstant(now)} AS isOpen,
        own.state, own.topic, e.topic AS everyTopic
      FROM round AS r CROSS JOIN person AS p ON p.id = ${viewerId}
        LEFT JOIN roundParticipant AS own ON own.member = ${viewerId} AND own.round = r.id
        LEFT JOIN everyRound AS e ON e.id = ${viewerId}
      WHERE r.state IN ('open', 'matching', 'proposed') AND (own.state = 'in'
        OR r.state = 'open' AND r.optInUntil > ${isoInstant(now)} AND ${isFor(now)})
      ORDER BY r.optInUntil, r.id ${limit(MAX_SHOWN)}`)
    .map(({ isOpen, state, topic, everyTopic, ...round }) => ({
      ...round,
      isOpen: isOpen === 1,
      hasOptedOut: state === 'out',
      own:
        state === 'in' || (state !== 'out' && everyTopic !== null)
          ? { topic: topic ?? everyTopic ?? '', every: everyTopic !== null }
          : undefined,
    }))

/** Whether the round is for the member. */
export const isRoundFor = (views: ViewReader, round: string, { viewerId, now }: Viewing) =>
  views.get(sql`
    SELECT 1 FROM round AS r CROSS JOIN person AS p ON p.id = ${viewerId}
    WHERE r.id = ${round} AND ${isFor(now)}`) !== undefined

/** Ids of those for whom such a round is, without members who join every round. */
export const audienceOf = (
  views: ViewReader,
  { audience, chapter }: Pick<RoundDocument, 'audience' | 'chapter'>,
  now: number,
) =>
  views.column(sql`
    SELECT p.id FROM (SELECT ${audience} AS audience, ${chapter ?? null} AS chapter) AS r CROSS JOIN person AS p
    WHERE ${isFor(now)} AND p.id NOT IN (SELECT id FROM everyRound)`)

export interface PoolRow {
  id: string
  isNewcomer: number
  topic: string
}

/**
 * Active members who are in a round: by their answer to it, or because they join every round, which counts until
 * groups are formed.
 */
const membersIn = (round: Query, now: number, columns = (_topic: Query) => sql`p.id`) => sql`
  SELECT ${columns(sql`own.topic`)}
  FROM roundParticipant AS own CROSS JOIN person AS p ON p.id = own.member AND p.status = 'active'
  WHERE own.round = ${round} AND own.state = 'in'
  UNION ALL
  SELECT ${columns(sql`e.topic`)}
  FROM round AS r CROSS JOIN everyRound AS e CROSS JOIN person AS p ON p.id = e.id
  WHERE r.id = ${round} AND r.state IN ('open', 'matching') AND ${isFor(now)} AND NOT EXISTS (
    SELECT 1 FROM roundParticipant AS own WHERE own.member = e.id AND own.round = r.id AND own.state <> 'invited')`

export const poolOf = (views: ViewReader, round: string, now: number) =>
  views.all<PoolRow>(sql`
    ${membersIn(sql`${round}`, now, (topic) => sql`p.id AS id, ${isNewcomer(now)} AS isNewcomer, ${topic} AS topic`)}
    ORDER BY id`)

/** Members who are in a group of the round, or without one, whether or not they are active. */
export const groupedIn = (views: ViewReader, round: string) =>
  views.column(sql`
    SELECT member FROM roundParticipant
    WHERE round = ${round} AND state = 'in' AND groupNumber IS NOT NULL`)

/** Members who are in and have no meeting. */
export const withoutMeeting = (views: ViewReader, round: string) =>
  views.column(sql`
    SELECT member FROM roundParticipant WHERE round = ${round} AND state = 'in' AND meeting IS NULL`)

/** Groups with one or two active people and no meeting, the smallest first, then by number. */
export const smallGroups = (views: ViewReader, round: string) =>
  views
    .all<{ number: number; members: Json<string[]> }>(sql`
      SELECT own.groupNumber AS number, json_group_array(own.member) AS members
      FROM roundParticipant AS own CROSS JOIN person AS p ON p.id = own.member AND p.status = 'active'
      WHERE own.round = ${round} AND own.state = 'in' AND own.groupNumber > 0
      GROUP BY own.groupNumber HAVING count(*) <= 2 AND max(own.meeting) IS NULL
      ORDER BY count(*), own.groupNumber`)
    .map(({ number, members }) => ({ number, members: parseJson(members) }))

/**
 * Pairs that must not meet: blocked in either direction, or matched or met within a year. Each with one of `ids` first.
 */
export const apartFrom = (views: ViewReader, ids: readonly string[], now: number) => {
  const since = isoInstant(now - NO_REPEAT_FOR)
  return views.all<{ one: string; other: string }>(sql`
    WITH wanted (id) AS MATERIALIZED (SELECT value FROM json_each(${JSON.stringify(ids)}))
    SELECT wanted.id AS one, b.otherId AS other FROM wanted CROSS JOIN blockedPair AS b ON b.viewerId = wanted.id
    UNION
    SELECT wanted.id, theirs.member FROM wanted CROSS JOIN roundParticipant AS own ON own.member = wanted.id
      CROSS JOIN roundParticipant AS theirs ON theirs.meeting = own.meeting
    WHERE own.matchedAt > ${since} AND theirs.member <> wanted.id
    UNION
    SELECT wanted.id, theirs.memberId FROM wanted CROSS JOIN meetingMember AS own ON own.memberId = wanted.id
      CROSS JOIN meeting AS m ON m.number = own.number
      CROSS JOIN meetingMember AS theirs ON theirs.number = own.number
    WHERE own.part = 'in' AND theirs.part = 'in' AND m.state = 'held' AND m.startsAt > ${since}
      AND theirs.memberId <> wanted.id`)
}

type LineRow = Omit<RoundLine, 'monthly' | 'chapter'> & { monthly: number; chapter: string | null }

const lineColumns = (now: number) => sql`
  listed.id, listed.title, listed.audience, c.name AS chapter, listed.size, listed.optInUntil, listed.monthly,
  listed.state, (SELECT count(*) FROM (${membersIn(sql`listed.id`, now)})) AS people`

/** For organisers all but those of chapters that they must not know of, and for leads those of their chapters. */
const seenBy = (viewer: Viewer) => sql`
  FROM round AS listed LEFT JOIN chapter AS c ON c.id = listed.chapter
  WHERE ${
    can(viewer.role, 'organise')
      ? sql`(listed.chapter IS NULL OR ${may('see').sql(viewer)})`
      : sql`(listed.chapter IS NOT NULL AND ${may('openRounds').sql(viewer)})`
  }`

/** Whether the viewer is an organiser, or the lead of a chapter. */
export const canOrganise = (views: ViewReader, viewer: Viewer) =>
  can(viewer.role, 'organise') ||
  views.get(sql`
    SELECT 1 FROM chapterMembership AS mine CROSS JOIN chapter AS c ON c.id = mine.chapter
    WHERE mine.member = ${viewer.id} AND ${may('openRounds').sql(viewer)} LIMIT 1`) !== undefined

const lineOf = <Row extends LineRow>({ monthly, chapter, ...line }: Row) => ({
  ...line,
  monthly: monthly === 1,
  chapter: chapter ?? undefined,
})

/** The latest first; up to `rows`. */
export const roundLines = (views: ViewReader, viewer: Viewer, now: number, { after, rows }: RowRange) =>
  views
    .all<LineRow & Position>(sql`
      SELECT ${lineColumns(now)}, listed.openedAt AS key ${seenBy(viewer)}
        ${when(after, () => sql`AND (listed.openedAt, listed.id) < (${after!.key}, ${after!.id})`)}
      ORDER BY listed.openedAt DESC, listed.id DESC ${limit(rows)}`)
    .map(lineOf)

interface DetailsRow extends LineRow {
  groups: number
  leftOut: number
  releasedAt: string | null
}

export function roundDetails(views: ViewReader, viewer: Viewer, id: string, now: number) {
  const row = views.get<DetailsRow>(sql`
    SELECT ${lineColumns(now)}, listed.groups, listed.releasedAt,
      (SELECT count(*) FROM roundParticipant AS own
        WHERE own.round = listed.id AND own.state = 'in' AND own.groupNumber = 0) AS leftOut
    ${seenBy(viewer)} AND listed.id = ${id}`)
  return row && lineOf(row)
}

/** The result of the meetings of the round. */
export const resultOf = (views: ViewReader, round: string) =>
  views.get<{ meetings: number; held: number; met: number; outcomes: number }>(sql`
    WITH proposed AS MATERIALIZED (
      SELECT m.number, m.state, m.document FROM (
        SELECT DISTINCT meeting FROM roundParticipant WHERE round = ${round} AND meeting IS NOT NULL) AS own
      CROSS JOIN meeting AS m ON m.id = own.meeting)
    SELECT count(*) AS meetings, coalesce(sum(state = 'held'), 0) AS held,
      (SELECT count(*) FROM proposed CROSS JOIN meetingMember AS own USING (number) WHERE own.hasMet = 1) AS met,
      (SELECT count(*) FROM proposed, json_each(document, '$.outcomes') AS outcome
        WHERE outcome.value ->> 'confirmedAt' IS NOT NULL) AS outcomes
    FROM proposed`)!

interface PersonRow {
  number: number
  id: string
  topic: string
  isNewcomer: number
  /** JSON; null for someone whom the viewer cannot see. */
  card: string | null
}

/** The people of these groups, newcomers last, without those who opted out. @param groups the first and the last */
export const peopleIn = (
  views: ViewReader,
  round: string,
  [first, last]: readonly [number, number],
  { viewerId, now }: Viewing,
) =>
  views
    .all<PersonRow>(sql`
      SELECT own.groupNumber AS number, own.member AS id, own.topic, ${isNewcomer(now)} AS isNewcomer,
        CASE WHEN p.status = 'active' AND ${isInListsOf(viewerId)} THEN ${cardSeenBy(viewerId)} END AS card
      FROM roundParticipant AS own CROSS JOIN person AS p ON p.id = own.member
      WHERE own.round = ${round} AND own.state = 'in' AND own.groupNumber BETWEEN ${first} AND ${last}
      ORDER BY own.groupNumber, p.joinedAt, own.member`)
    .map(({ card, isNewcomer: isNew, ...row }) => ({
      ...row,
      person:
        card === null
          ? undefined
          : ({ member: parseCard(card), topic: row.topic, isNewcomer: isNew === 1 } satisfies RoundPerson),
    }))

export const countOpen = (views: ViewReader) =>
  views.get<{ count: number }>(sql`SELECT count(*) AS count FROM round WHERE state = 'open'`)!.count
