import { can, type MemberRole } from '#shared/roles.ts'

import { type Query, sql } from './sql.ts'

/** Neither of the two blocked the other. @param memberId a column */
export const isNotBlocked = (viewerId: string, memberId: Query): Query =>
  sql`${memberId} NOT IN (SELECT otherId FROM blockedPair WHERE viewerId = ${viewerId})`

/**
 * The two are connected. The `+` keeps SQLite from the index on the state, in which it would go through all connections of
 * the viewer. @param memberId a column
 */
export const isConnected = (viewerId: string, memberId: Query): Query =>
  sql`EXISTS (SELECT 1 FROM connectionOf AS own
    WHERE own.memberId = ${viewerId} AND own.otherId = ${memberId} AND +own.state = 'accepted')`

/** Whether the person manages the event `e`: all, those that they organise or host, or none, by their role. */
export function isManagedBy({ id, role }: { id: string; role: MemberRole }): Query {
  if (!can(role, 'organise')) return sql`0`
  if (can(role, 'manageAllEvents')) return sql`1`
  return sql`EXISTS (SELECT 1 FROM eventOrganiser AS managing
    WHERE managing.memberId = ${id} AND managing.startsAt = e.startsAt AND managing.number = e.number)`
}

/** The member is connected with anyone. @param memberId a column */
export const hasConnection = (memberId: Query): Query =>
  sql`EXISTS (SELECT 1 FROM connectionOf AS any WHERE any.memberId = ${memberId} AND any.state = 'accepted')`

/** Whether the person `p` can meet the member of `own`, a row of `meetingMember`. */
export const canMeet = sql`(p.status = 'active' AND NOT EXISTS (
  SELECT 1 FROM blockedPair WHERE viewerId = own.memberId AND otherId = p.id))`

/** Whether the meeting `m`, which has not ended, is off for the member of `own` without anyone having said so. `CROSS` keeps SQLite from going through all active members. */
export const isSilentlyOff = sql`(own.part = 'removed' OR NOT (
  SELECT count(*) >= 2 AND max(p.id = m.organiser) FROM meetingMember AS other CROSS JOIN person AS p ON p.id = other.memberId
  WHERE other.number = m.number AND other.part = 'in' AND ${canMeet}))`
