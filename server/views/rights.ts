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
