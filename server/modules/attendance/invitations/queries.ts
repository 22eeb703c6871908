import type { RsvpState } from '#shared/events/rules.ts'
import { can } from '#shared/people/roles.ts'
import type { Actor } from '#server/modules/actor.ts'
import { cardSeenBy } from '#server/views/cards.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { isActiveFor, isShownTo } from '#server/views/rights.ts'
import { among, limit, sql, type ViewReader, when } from '#server/views/sql.ts'

/** Ids of members whom the viewer can invite: others look as if they did not exist. */
export const reachableAmong = (views: ViewReader, viewerId: string, ids: readonly string[]) =>
  views.column(sql`SELECT p.id FROM person AS p WHERE p.id IN ${among(ids)} AND ${isActiveFor(viewerId)}`)

/** @param emails in lower case */
export const reachableByEmail = (views: ViewReader, viewerId: string, emails: readonly string[]) =>
  new Map(
    views
      .all<{ id: string; email: string }>(sql`
        SELECT p.id, p.email FROM person AS p WHERE p.email IN ${among(emails)} AND ${isActiveFor(viewerId)}`)
      .map(({ id, email }) => [email, id]),
  )

/** Addresses among these, in lower case, that the viewer sees in the profile of the member who has it. */
export const addressesSeen = (views: ViewReader, { id, role }: Actor, emails: readonly string[]) =>
  new Set(
    views.column(sql`
      SELECT p.email FROM person AS p WHERE p.email IN ${among(emails)} AND (
        ${can(role, 'administer')} OR ${isShownTo(id, sql`p.emailVisibility`)})`),
  )

/** Number of these invitations to the community that an admin has revoked. */
export const revokedCount = (views: ViewReader, invitations: readonly string[]) =>
  views.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM invitation WHERE id IN ${among(invitations)} AND state = 'revoked'`,
  )!.count

/** Members in the directory by the sort key of their name; a name of several is left out. */
export const reachableByName = (views: ViewReader, viewerId: string, names: readonly string[]) =>
  new Map(
    views
      .all<{ id: string; nameKey: string }>(sql`
        SELECT min(p.id) AS id, p.nameKey FROM person AS p
        WHERE p.isListed = 1 AND p.nameKey IN ${among(names)} AND ${isActiveFor(viewerId)}
        GROUP BY p.nameKey HAVING count(*) = 1`)
      .map(({ id, nameKey }) => [nameKey, id]),
  )

/** Members with a seat at the event whom the viewer can invite. */
export const reachableAttendees = (views: ViewReader, viewerId: string, event: string, rows: number) =>
  views.column(sql`
    SELECT r.member AS id FROM rsvp AS r CROSS JOIN person AS p ON p.id = r.member
    WHERE r.event = ${event} AND r.state = 'going' AND ${isActiveFor(viewerId)}
    ORDER BY r.ticket, r.member ${limit(rows)}`)

interface InvitationRow extends Position {
  at: string
  remindedAt: string | null
  state: RsvpState | null
  /** JSON. */
  card: string
}

/** Without those of addresses: the organiser must not learn who has one. */
const invited = (viewerId: string, event: string) => sql`
  eventInvitation AS i CROSS JOIN person AS p ON p.id = i.member AND ${isActiveFor(viewerId)}
    LEFT JOIN rsvp AS r ON r.event = i.event AND r.member = i.member
  WHERE i.event = ${event} AND i.isByAddress = 0`

/** Invitations in the order of names, each with the RSVP. */
export const invitationRows = (
  views: ViewReader,
  viewerId: string,
  event: string,
  { after, rows }: RowRange,
) =>
  views.all<InvitationRow>(sql`
    SELECT i.member AS id, p.nameKey AS key, i.at, i.remindedAt, r.state, ${cardSeenBy(viewerId)} AS card
    FROM ${invited(viewerId, event)}
      ${when(after, () => sql`AND (p.nameKey, i.member) > (${after!.key}, ${after!.id})`)}
    ORDER BY p.nameKey, i.member ${limit(rows)}`)

export const invitationCounts = (views: ViewReader, viewerId: string, event: string) =>
  views.get<{ invited: number; answered: number; remindable: number }>(sql`
    SELECT count(*) AS invited, count(r.member) AS answered,
      count(*) FILTER (WHERE r.member IS NULL AND i.remindedAt IS NULL) AS remindable
    FROM ${invited(viewerId, event)}`)!

/** Members who have neither answered nor been reminded. */
export const remindableIds = (views: ViewReader, viewerId: string, event: string, rows: number) =>
  views.column(sql`
    SELECT i.member AS id FROM ${invited(viewerId, event)} AND r.member IS NULL AND i.remindedAt IS NULL
    ORDER BY i.member ${limit(rows)}`)
