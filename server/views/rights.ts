import type { MemberRole } from '#shared/people/roles.ts'
import { canOnEvent, EVENT_ROLES, eventRightOf } from '#shared/events/rights.ts'

import { among, type Query, sql } from './sql.ts'

/** Ids of those who blocked the viewer or whom the viewer blocked. */
export const blockedIds = (viewerId: string): Query =>
  sql`SELECT otherId FROM blockedPair WHERE viewerId = ${viewerId}`

/** Neither of the two blocked the other. @param memberId a column */
export const isNotBlocked = (viewerId: string, memberId: Query): Query =>
  sql`${memberId} NOT IN (${blockedIds(viewerId)})`

/**
 * The two are connected. The `+` keeps SQLite from the index on the state, in which it would go through all connections of
 * the viewer. @param memberId a column
 */
export const isConnected = (viewerId: string, memberId: Query): Query =>
  sql`EXISTS (SELECT 1 FROM connectionOf AS own
    WHERE own.memberId = ${viewerId} AND own.otherId = ${memberId} AND +own.state = 'accepted')`

/** Whether the person can edit the event `e`: because of their role in the community, or with one at the event. */
export function isEditableBy({ id, role }: { id: string; role: MemberRole }): Query {
  if (canOnEvent({ right: eventRightOf(role, undefined) }, 'edit')) return sql`1`
  const roles = EVENT_ROLES.filter((own) => canOnEvent({ right: eventRightOf(role, own) }, 'edit'))
  return sql`EXISTS (SELECT 1 FROM eventTeam AS managing
    WHERE managing.memberId = ${id} AND managing.startsAt = e.startsAt AND managing.number = e.number
      AND managing.role IN ${among(roles)})`
}

/** The person’s role at the event `e`, or null. */
export const eventRole = (id: string): Query => sql`(SELECT own.role FROM eventTeam AS own
  WHERE own.memberId = ${id} AND own.startsAt = e.startsAt AND own.number = e.number)`

/** Whether the person `p` is active, and neither of the two blocked the other. */
export const isActiveFor = (viewerId: string): Query =>
  sql`(p.status = 'active' AND ${isNotBlocked(viewerId, sql`p.id`)})`

/**
 * Whether the event `e` is for everyone, or the person has a role at it, is invited or on its roster. Admins see
 * the others too.
 */
export const isOpenTo = (id: string): Query => sql`(e.isInvitedOnly = 0
  OR EXISTS (SELECT 1 FROM eventTeam AS own
    WHERE own.memberId = ${id} AND own.startsAt = e.startsAt AND own.number = e.number)
  OR EXISTS (SELECT 1 FROM eventInvitation AS own WHERE own.member = ${id} AND own.event = e.id)
  OR EXISTS (SELECT 1 FROM rsvp AS own WHERE own.member = ${id} AND own.event = e.id
    AND (own.state <> 'declined' OR own.removalReason IS NOT NULL)))`

/** Whether the member is connected with anyone. @param memberId a column */
export const hasConnection = (memberId: Query): Query =>
  sql`EXISTS (SELECT 1 FROM connectionOf AS any WHERE any.memberId = ${memberId} AND any.state = 'accepted')`

/** Whether the member has confirmed that a growth meeting took place. @param memberId a column */
export const hasMet = (memberId: Query): Query =>
  sql`EXISTS (SELECT 1 FROM meetingMember AS met WHERE met.memberId = ${memberId} AND met.hasMet = 1)`

/** Whether the person `p` can meet the member of `own`, a row of `meetingMember`. */
export const canMeet = sql`(p.status = 'active' AND NOT EXISTS (
  SELECT 1 FROM blockedPair WHERE viewerId = own.memberId AND otherId = p.id))`

/**
 * Whether the meeting `m`, which has not ended, is off for the member of `own` without a cancellation. `CROSS` keeps
 * SQLite from going through all active members.
 */
export const isHiddenCancellation = sql`(own.part = 'removed' OR NOT (
  SELECT count(*) >= 2 AND max(p.id = m.organiser) FROM meetingMember AS other CROSS JOIN person AS p ON p.id = other.memberId
  WHERE other.number = m.number AND other.part = 'in' AND ${canMeet}))`
