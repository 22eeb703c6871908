import type { MemberCard } from '#shared/members.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'

import { isConnected, isNotBlocked } from './rights.ts'
import { type Query, sql } from './sql.ts'

/** Whether the person `p` is in lists that the viewer sees. Former members are, without a name. */
export const isInListsOf = (viewerId: string): Query =>
  sql`(p.status = 'former' OR (p.status = 'active' AND ${isNotBlocked(viewerId, sql`p.id`)}))`

/** The card of the person `p` as the viewer sees it, as JSON. */
export const cardSeenBy = (viewerId: string): Query => sql`CASE
  WHEN p.id = ${viewerId} THEN coalesce(p.cardForOwner, p.card)
  WHEN ${isConnected(viewerId, sql`p.id`)} THEN coalesce(p.cardForConnections, p.card)
  ELSE p.card END`

/** @param json a card of `person`; null where a document names someone whom the view does not have */
export const cardFrom = (id: string, json: string | null): MemberCard =>
  json === null ? { id, displayName: FORMER_MEMBER, former: true } : (JSON.parse(json) as MemberCard)

/** What admins see of a member in lists: the name, or the address where it is not set. NULL for unknown ids. @param id a column */
export const nameForAdmins = (id: Query): Query => sql`(
  SELECT CASE named.displayName WHEN '' THEN named.email ELSE named.displayName END
  FROM person AS named WHERE named.id = ${id})`
