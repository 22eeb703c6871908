import type { Announcement } from '#shared/conversation/announcements/schema.ts'
import type { RsvpState } from '#shared/events/rules.ts'
import type { Hidden } from '#shared/lib/hidden.ts'
import { hasExpired } from '#server/modules/events/rsvps/rules.ts'
import { cardSeenBy, isInListsOf, parseCard } from '#server/views/cards.ts'
import { type Json, limit, parseJson, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

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
      ...(isBlocked ? { text: '', withheld: true } : { text }),
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
export const recipients = (
  views: ViewReader,
  event: string,
  { sender, now }: Record<'sender' | 'now', string>,
) =>
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
