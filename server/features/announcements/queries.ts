import type { Announcement } from '#shared/announcements.ts'
import type { RsvpState } from '#shared/event-rules.ts'
import type { Hidden } from '#shared/hidden.ts'
import type { MemberCard } from '#shared/members.ts'
import { cardSeenBy, isInListsOf } from '#server/views/cards.ts'
import { limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

/** The latest first. @param managed with those that admins have hidden */
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

/** None of a suspended author, and without the words of one whom the viewer blocked. */
const announcementsWhere = (
  views: ViewReader,
  viewerId: string,
  { where, rows }: { where: Query; rows: number },
): Announcement[] =>
  views
    .all<
      Record<'id' | 'text' | 'at', string> & Record<'hidden' | 'card', string | null> & { isBlocked: number }
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
      ...(card !== null && { by: JSON.parse(card) as MemberCard }),
      ...(hidden !== null && { hidden: JSON.parse(hidden) as Hidden }),
    }))

/** Ids of all, and when they were sent; the latest first. */
export const latestAnnouncements = (views: ViewReader, event: string, rows: number) =>
  views.all<{ id: string; at: string }>(
    sql`SELECT id, at FROM announcement WHERE event = ${event} ORDER BY at DESC, id DESC ${limit(rows)}`,
  )

/** Everyone with an RSVP to the event other than can’t go, at a time (ISO instant). */
export const recipients = (views: ViewReader, event: string, now: string) =>
  views.all<{ member: string; state: RsvpState }>(sql`
    SELECT member, state FROM rsvp
    WHERE event = ${event} AND state <> 'declined' AND coalesce(expiresAt >= ${now}, 1)`)
