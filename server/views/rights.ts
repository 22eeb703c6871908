import { type Query, sql } from './sql.ts'

/** Ids of those who blocked the viewer or whom the viewer blocked. */
export const blockedIds = (viewerId: string): Query =>
  sql`SELECT otherId FROM blockedPair WHERE viewerId = ${viewerId}`

/** Whether it is the id of a guest without an account, as `isGuestId` decides. @param id a column */
export const isGuest = (id: Query): Query => sql`${id} GLOB 'guest:*'`

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

/** Whether the person `p` is active, and neither of the two blocked the other. */
export const isActiveFor = (viewerId: string): Query =>
  sql`(p.status = 'active' AND ${isNotBlocked(viewerId, sql`p.id`)})`

/** Whether the person `p` shows a field to the viewer. @param visibility a column with the setting of the field */
export const isShownTo = (viewerId: string, visibility: Query): Query => sql`(
  p.id = ${viewerId} OR ${visibility} IN ('public', 'members')
  OR (${visibility} = 'connections' AND ${isConnected(viewerId, sql`p.id`)}))`

/** Whether the member is connected with anyone. @param memberId a column */
export const hasConnection = (memberId: Query): Query =>
  sql`EXISTS (SELECT 1 FROM connectionOf AS any WHERE any.memberId = ${memberId} AND any.state = 'accepted')`

/** Whether the member has confirmed that a growth meeting took place. @param memberId a column */
export const hasMet = (memberId: Query): Query =>
  sql`EXISTS (SELECT 1 FROM meetingMember AS met WHERE met.memberId = ${memberId} AND met.hasMet = 1)`

/** Whether the member has confirmed a growth meeting that began in a period. Each parameter is an expression. */
export const hasMetIn = (memberId: Query, from: Query, to: Query): Query => sql`EXISTS (
  SELECT 1 FROM meetingMember AS mine CROSS JOIN meeting AS m ON m.number = mine.number
  WHERE mine.memberId = ${memberId} AND mine.hasMet = 1 AND m.startsAt >= ${from} AND m.startsAt < ${to})`
