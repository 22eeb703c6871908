import type { MessageGroupKind } from '#shared/conversation/organiser-messages/rules.ts'
import type {
  Announcement,
  GroupMessage,
  MessageGroup,
} from '#shared/conversation/organiser-messages/schema.ts'
import type { RsvpState } from '#shared/events/rules.ts'
import type { Hidden } from '#shared/lib/hidden.ts'
import { hasExpired, isOffered } from '#server/modules/attendance/rsvps/rules.ts'
import { cardSeenBy, isInListsOf, parseCard } from '#server/views/cards.ts'
import { isNotBlocked } from '#server/views/rights.ts'
import { type Json, limit, parseJson, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

/** An event, and the member who sends a message at a time (ISO instant). */
export interface Sending {
  event: string
  sender: string
  now: string
}

/** Latest first. @param managed includes those that admins have hidden */
export const announcementsOf = (
  views: ViewReader,
  viewerId: string,
  { event, managed }: { event: string; managed: boolean },
  rows: number,
) =>
  announcementsWhere(views, viewerId, {
    where: sql`a.event = ${event} ${when(!managed, () => sql`AND a.isHidden = 0`)}`,
    rows,
  })

export const announcementById = (views: ViewReader, viewerId: string, id: string) =>
  announcementsWhere(views, viewerId, { where: sql`a.id = ${id}`, rows: 1 })[0]

/** Excludes suspended authors, and the text of an author whom the viewer blocked. */
const announcementsWhere = (
  views: ViewReader,
  viewerId: string,
  { where, rows }: { where: Query; rows: number },
): Announcement[] =>
  views
    .all<
      Record<'id' | 'text' | 'at', string> & {
        hidden: Json<Hidden> | null
        card: string | null
        isBlocked: number
      }
    >(sql`
      SELECT a.id, a.text, a.at, a.hidden,
        EXISTS (SELECT 1 FROM block WHERE blocker = ${viewerId} AND blocked = a.by) AS isBlocked,
        CASE WHEN ${isInListsOf(viewerId)} THEN ${cardSeenBy(viewerId)} END AS card
      FROM announcement AS a LEFT JOIN person AS p ON p.id = a.by
      WHERE ${where} AND coalesce(p.status, 'former') IN ('active', 'former')
      ORDER BY a.at DESC, a.id DESC ${limit(rows)}`)
    .map(({ id, text, at, hidden, isBlocked, card }) => ({
      id,
      text: isBlocked ? '' : text,
      withheld: isBlocked === 1 || undefined,
      at,
      by: card === null ? undefined : parseCard(card),
      hidden: hidden === null ? undefined : parseJson(hidden),
    }))

/** Ids and times of all announcements, latest first. */
export const latestAnnouncements = (views: ViewReader, event: string, rows: number) =>
  views.all<{ id: string; at: string }>(
    sql`SELECT id, at FROM announcement WHERE event = ${event} ORDER BY at DESC, id DESC ${limit(rows)}`,
  )

/** Everyone with an RSVP to the event other than can’t go, at a time (ISO instant), whom the sender can reach. */
export const rsvpCounts = (views: ViewReader, { event, sender, now }: Sending) =>
  views.all<{ state: RsvpState; count: number }>(sql`
    SELECT r.state, count(*) AS count FROM rsvp AS r JOIN person AS p ON p.id = r.member
    WHERE r.event = ${event} AND r.state <> 'declined' AND NOT ${hasExpired(now)}
      AND p.status = 'active' AND r.member <> ${sender}
    GROUP BY r.state`)

/** Numbers of emails about a domain event that are queued, sent and failed. Excludes obsolete ones. */
export const sendingOf = (views: ViewReader, domainEvent: string) =>
  views.get<{ queued: number; sent: number; failed: number }>(sql`
    SELECT
      count(*) FILTER (WHERE state = 'queued') AS queued,
      count(*) FILTER (WHERE state = 'sent') AS sent,
      count(*) FILTER (WHERE state IN ('refused', 'failed', 'unknown')) AS failed
    FROM email WHERE domainEvent = ${domainEvent}`)!

const IS_GOING = sql`r.state = 'going'`

/** Whether the RSVP `r` is in a group that does not depend on answers. */
const isIn = (now: string): Readonly<Record<Exclude<MessageGroupKind, 'answered'>, Query>> => ({
  going: IS_GOING,
  maybe: sql`r.state = 'maybe'`,
  waitlist: sql`(r.state = 'waitlisted' OR ${isOffered(now)})`,
  checkedIn: sql`${IS_GOING} AND r.checkedInAt IS NOT NULL`,
  notCheckedIn: sql`${IS_GOING} AND r.checkedInAt IS NULL`,
})

const mayCome = (now: string) => sql`(r.state IN ('going', 'waitlisted', 'requested') OR ${isOffered(now)})`

/** Suspended members and those whom a block separates from the sender look alike. */
const isReachable = (sender: string) =>
  sql`p.status = 'active' AND r.member <> ${sender} AND ${isNotBlocked(sender, sql`p.id`)}`

/** Number of members in each group that does not depend on answers. */
export function groupSizes(views: ViewReader, { event, sender, now }: Sending) {
  const kinds = isIn(now)
  return views.get<Record<Exclude<MessageGroupKind, 'answered'>, number>>(sql`
    SELECT count(*) FILTER (WHERE ${kinds.going}) AS going, count(*) FILTER (WHERE ${kinds.maybe}) AS maybe,
      count(*) FILTER (WHERE ${kinds.waitlist}) AS waitlist,
      count(*) FILTER (WHERE ${kinds.checkedIn}) AS checkedIn,
      count(*) FILTER (WHERE ${kinds.notCheckedIn}) AS notCheckedIn
    FROM rsvp AS r JOIN person AS p ON p.id = r.member
    WHERE r.event = ${event} AND ${isReachable(sender)}`)!
}

/** Number of members who gave each choice to a question, for themselves or for a guest. */
export const choiceSizes = (views: ViewReader, { event, sender, now }: Sending) =>
  views.all<{ question: string; value: string; people: number }>(sql`
    SELECT v.question, v.value, count(DISTINCT r.member) AS people
    FROM answerValue AS v CROSS JOIN eventAnswer AS a ON a.number = v.number
      CROSS JOIN rsvp AS r ON r.member = a.member AND r.event = a.event
      CROSS JOIN person AS p ON p.id = r.member
    WHERE v.event = ${event} AND v.value <> '' AND ${mayCome(now)} AND ${isReachable(sender)}
    GROUP BY v.question, v.value`)

/** Ids of the members in the group whom the sender can reach. */
export function recipientsOf(
  views: ViewReader,
  { event, sender, now }: Sending,
  { kind, question, value }: MessageGroup,
) {
  const isMember =
    kind === 'answered'
      ? sql`${mayCome(now)} AND r.member IN (
          SELECT a.member FROM answerValue AS v CROSS JOIN eventAnswer AS a ON a.number = v.number
          WHERE v.event = ${event} AND v.question = ${question} AND v.value = ${value} AND v.value <> '')`
      : isIn(now)[kind]
  return views.column(sql`
    SELECT r.member FROM rsvp AS r JOIN person AS p ON p.id = r.member
    WHERE r.event = ${event} AND ${isMember} AND ${isReachable(sender)} ORDER BY r.member`)
}

/** Latest first. The author's card is left out where the viewer may not see it. */
export const messagesOf = (views: ViewReader, viewerId: string, event: string, rows: number) =>
  views
    .all<
      Record<'id' | 'text' | 'at', string> & {
        target: Json<MessageGroup>
        recipients: number
        card: string | null
      }
    >(sql`
      SELECT m.id, m.target, m.text, m.at, m.recipients,
        CASE WHEN ${isInListsOf(viewerId)} THEN ${cardSeenBy(viewerId)} END AS card
      FROM groupMessage AS m LEFT JOIN person AS p ON p.id = m.by
      WHERE m.event = ${event} ORDER BY m.at DESC, m.id DESC ${limit(rows)}`)
    .map(({ target, card, ...message }): GroupMessage => ({
      ...message,
      group: parseJson(target),
      by: card === null ? undefined : parseCard(card),
    }))
