import type { Prefix } from '#shared/lib/words.ts'
import { cardSeenBy, isInListsOf, parseCard } from '#server/views/cards.ts'
import type { MemberCard } from '#shared/people/members.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { isNotBlocked } from '#server/views/rights.ts'
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
import { hasWords } from '#server/views/words.ts'

import type { MeetingDocument } from './document/document.ts'
import { canMeet, type Command, isHiddenCancellation } from './document/state.ts'

/** The parts of these people that a viewer sees. */
interface People {
  isPresent: Command['isPresent']
  /** Cards of people whom the viewer can see, including former members. */
  cardOf: (memberId: string) => MemberCard | undefined
}

/** Includes everyone in it, and those who left. */
export interface MeetingRow extends Position, People {
  meeting: MeetingDocument
}

/** Meetings that are not over, and held ones with open tasks for the member. The first to close comes first. */
export const currentMeetings = (views: ViewReader, memberId: string, now: string) =>
  meetingRows(views, memberId, {
    where: sql`(own.closesAt > ${now} OR own.needsAttention = 1)`,
    order: sql`own.closesAt, m.id`,
  })

/**
 * Meetings that are over or off, except those that the member can still confirm; the last to close comes first. Up
 * to `rows`.
 */
export const pastMeetings = (
  views: ViewReader,
  { memberId, now }: { memberId: string; now: string },
  { after, rows }: RowRange,
) =>
  meetingRows(views, memberId, {
    where: sql`CASE WHEN own.closesAt <= ${now} THEN coalesce(own.confirmUntil <= ${now}, 1) ELSE ${isHiddenCancellation.sql} END
      ${when(after, () => sql`AND own.closesAt <= ${after!.key} AND (own.closesAt, m.id) < (${after!.key}, ${after!.id})`)}`,
    order: sql`own.closesAt DESC, m.id DESC ${limit(rows)}`,
  })

/** Latest proposal first. */
export const meetingsTogether = (views: ViewReader, memberId: string, otherId: string, rows: number) =>
  meetingRows(views, memberId, {
    where: sql`EXISTS (SELECT 1 FROM meetingMember AS theirs
      WHERE theirs.number = own.number AND theirs.memberId = ${otherId} AND theirs.part = 'in')`,
    order: sql`m.proposedAt DESC, m.id DESC ${limit(rows)}`,
  })

/** All meetings of the member, latest proposal first. */
export const meetingsOf = (views: ViewReader, memberId: string) =>
  meetingRows(views, memberId, { where: sql`1`, order: sql`m.proposedAt DESC, m.id DESC` })

/**
 * The member's meetings in which each prefix begins a word of the purpose or of the name of another participant whom
 * the member can see; latest proposal first.
 */
export const meetingsWith = (
  views: ViewReader,
  memberId: string,
  prefixes: readonly [Prefix, ...Prefix[]],
  rows: number,
) =>
  meetingRows(views, memberId, {
    where: prefixes
      .map((prefix) => isAbout(memberId, prefix))
      .reduce((all, matches) => sql`${all} AND ${matches}`),
    order: sql`m.proposedAt DESC, m.id DESC ${limit(rows)}`,
  })

const isAbout = (memberId: string, prefix: Prefix) => sql`(${hasWords(sql`m.words`, [prefix])} OR EXISTS (
  SELECT 1 FROM meetingMember AS other CROSS JOIN person AS p ON p.id = other.memberId
  WHERE other.number = m.number AND other.part <> 'left' AND other.memberId <> ${memberId}
    AND ${isInListsOf(memberId)} AND ${hasWords(sql`p.nameWords`, [prefix])}))`

/** Meetings that were scheduled to start at `from` (ISO instant) or later, earliest first. */
export const meetingsStartingFrom = (views: ViewReader, memberId: string, from: string) =>
  meetingRows(views, memberId, { where: sql`m.startsAt >= ${from}`, order: sql`m.startsAt, m.id` })

function meetingRows(
  views: ViewReader,
  memberId: string,
  { where, order }: Record<'where' | 'order', Query>,
): MeetingRow[] {
  const rows = views.all<Position & { document: Json<MeetingDocument> }>(sql`
    SELECT own.closesAt AS key, m.id, m.document FROM meetingMember AS own JOIN meeting AS m USING (number)
    WHERE own.memberId = ${memberId} AND own.part <> 'left' AND ${where} ORDER BY ${order}`)
  const found = rows.map(({ key, id, document }) => ({ key, id, meeting: parseJson(document) }))
  // Read once, because the same few people are in many of a member's meetings.
  const people = peopleSeenBy(views, memberId, new Set(found.flatMap(({ meeting }) => membersOf(meeting))))
  return found.map((row) => ({ ...row, ...people }))
}

const membersOf = ({ participants, departures }: MeetingDocument) => [
  ...participants,
  ...departures.map(({ member }) => member),
]

/** These members as the viewer sees them. */
export function peopleSeenBy(views: ViewReader, viewerId: string, ids: Iterable<string>): People {
  const rows = views.all<{ id: string; isPresent: number; card: string | null }>(sql`
    SELECT p.id, ${canMeet} AS isPresent, CASE WHEN ${isInListsOf(viewerId)} THEN ${cardSeenBy(viewerId)} END AS card
    FROM (SELECT ${viewerId} AS memberId) AS own CROSS JOIN person AS p ON p.id IN ${among(ids)}`)
  const present = new Set(rows.flatMap(({ id, isPresent }) => (isPresent ? [id] : [])))
  const cards = new Map(rows.map(({ id, card }) => [id, card === null ? undefined : parseCard(card)]))
  return { isPresent: (id) => present.has(id), cardOf: (id) => cards.get(id) }
}

/**
 * The viewer's active connections whose names have words with these prefixes, latest connection first. Cards are
 * JSON.
 */
export const connectionsNamed = (
  views: ViewReader,
  viewerId: string,
  prefixes: readonly Prefix[],
  rows: number,
) =>
  views.all<{ id: string; card: string }>(sql`
    SELECT p.id, coalesce(p.cardForConnections, p.card) AS card
    FROM connectionOf AS own JOIN person AS p ON p.id = own.otherId
    WHERE own.memberId = ${viewerId} AND own.state = 'accepted' AND p.status = 'active'
      AND ${isNotBlocked(viewerId, sql`p.id`)}
      ${when(prefixes.length > 0, () => sql`AND ${hasWords(sql`p.nameWords`, prefixes)}`)}
    ORDER BY own.changedAt DESC, own.otherId ${limit(rows)}`)
