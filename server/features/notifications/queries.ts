import { NOTIFICATION_TOPICS, type NotificationTopic, TOPIC_SETTINGS } from '#shared/notification-topics.ts'
import type { Subject } from '#shared/notifications.ts'
import { cardSeenBy, isInListsOf } from '#server/views/cards.ts'
import type { Position } from '#server/views/cursor.ts'
import { isNotBlocked } from '#server/views/rights.ts'
import { among, limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

interface Viewing {
  memberId: string
  /** ISO instant. Those before it have expired. */
  since: string
}

export interface NotificationRow extends Position {
  topic: NotificationTopic
  subjectKind: Subject['kind']
  subjectId: string
  at: string
  unread: number
  /** JSON. */
  data: string
  /** JSON, of who caused it. Null where it names nobody, or someone whom the member does not see. */
  card: string | null
}

/** Latest first. */
export const notificationsOf = (
  views: ViewReader,
  viewing: Viewing,
  { after, rows }: { after?: Position | undefined; rows?: number } = {},
) =>
  views.all<NotificationRow>(sql`${selectedBy(viewing)}
    ${when(after, () => sql`AND (n.at, n.id) < (${after!.key}, ${after!.id})`)}
    ORDER BY n.at DESC, n.id DESC ${when(rows, () => limit(rows!))}`)

export const unreadNotification = (views: ViewReader, viewing: Viewing, id: string) =>
  views.get<NotificationRow>(sql`${selectedBy(viewing)} AND n.unread = 1 AND n.id = ${id}`)

export const unreadTotal = (views: ViewReader, viewing: Viewing) =>
  views.get<{ total: number }>(sql`SELECT count(*) AS total ${visibleTo(viewing)} AND n.unread = 1`)!.total

/** Ids of members with unread notifications about any subject with the id, or caused by the member with it. */
export const membersWithUnreadAbout = (views: ViewReader, id: string) =>
  views
    .all<{ member: string }>(sql`
      SELECT member FROM notification WHERE subjectId = ${id} AND +unread = 1
      UNION SELECT member FROM notification WHERE actor = ${id} AND +unread = 1`)
    .map(({ member }) => member)

/** The words of someone whom the member blocked are left out. */
const selectedBy = (viewing: Viewing) => sql`
  SELECT n.id, n.at AS key, n.topic, n.subjectKind, n.subjectId, n.at, n.unread,
    CASE WHEN EXISTS (SELECT 1 FROM block WHERE blocker = ${viewing.memberId} AND blocked = n.actor)
      THEN json_remove(n.data, '$.text') ELSE n.data END AS data,
    CASE WHEN ${isInListsOf(viewing.memberId)} THEN ${cardSeenBy(viewing.memberId)} END AS card
  ${visibleTo(viewing)}`

const DESPITE_BLOCKS = NOTIFICATION_TOPICS.filter((topic) => TOPIC_SETTINGS[topic].despiteBlocks)

/**
 * Without what admins have hidden, what suspended members caused and, but for some topics, what members caused whom a block
 * separates from this one. A later release can have stored other topics.
 */
const visibleTo = ({ memberId, since }: Viewing): Query => sql`
  FROM notification AS n LEFT JOIN person AS p ON p.id = n.actor
  WHERE n.member = ${memberId} AND n.at >= ${since} AND n.topic IN ${among(NOTIFICATION_TOPICS)}
    AND coalesce(p.status, 'former') IN ('active', 'former')
    AND (n.topic IN ${among(DESPITE_BLOCKS)} OR ${isNotBlocked(memberId, sql`coalesce(n.actor, '')`)})
    AND NOT EXISTS (SELECT 1 FROM event AS e WHERE n.subjectKind = 'event' AND e.id = n.subjectId AND e.isHidden = 1)
    AND NOT EXISTS (SELECT 1 FROM announcement AS a WHERE a.id = n.announcement AND a.isHidden = 1)`
