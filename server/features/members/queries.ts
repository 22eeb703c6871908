import type { MemberCard } from '#shared/members.ts'
import { FORMER_MEMBER, type MemberStatus } from '#shared/profile.ts'
import type { AccountState } from '#server/features/connections/types.ts'
import { isConnected, isNotBlocked } from '#server/views/rights.ts'
import { among, sql, type ViewReader } from '#server/views/sql.ts'

import { accountStateIn } from './visibility.ts'

interface CardRow {
  id: string
  status: MemberStatus
  /** JSON. */
  card: string
}

/** Cards of active and former members, without those hidden from the viewer, in the order of `ids`. */
export const visibleCards = (views: ViewReader, viewerId: string, ids: readonly string[]) =>
  views
    .all<CardRow>(sql`
      SELECT p.id, p.status, CASE
        WHEN p.id = ${viewerId} THEN coalesce(p.cardForOwner, p.card)
        WHEN ${isConnected(viewerId, sql`p.id`)} THEN coalesce(p.cardForConnections, p.card)
        ELSE p.card END AS card
      FROM json_each(${JSON.stringify(ids)}) AS wanted JOIN person AS p ON p.id = wanted.value
      WHERE p.status = 'former' OR (p.status = 'active' AND ${isNotBlocked(viewerId, sql`p.id`)})
      ORDER BY wanted.key`)
    .map(cardOf)

/** Cards as any member sees them, of everyone who ever was a member, in the order of `ids`. */
export const memberCards = (views: ViewReader, ids: readonly string[]) =>
  views
    .all<CardRow>(sql`
      SELECT p.id, p.status, p.card
      FROM json_each(${JSON.stringify(ids)}) AS wanted JOIN person AS p ON p.id = wanted.value
      ORDER BY wanted.key`)
    .map(cardOf)

const cardOf = ({ id, status, card }: CardRow): MemberCard =>
  status === 'former' ? { id, displayName: FORMER_MEMBER, former: true } : (JSON.parse(card) as MemberCard)

export function accountStateById(views: ViewReader, id: string): AccountState {
  const person = views.get<{ status: MemberStatus }>(sql`SELECT status FROM person WHERE id = ${id}`)
  return person ? accountStateIn(person) : 'unknown'
}

/** Of these, the ids of active members. */
export const activeAmong = (views: ViewReader, ids: readonly string[]): ReadonlySet<string> =>
  new Set(
    views
      .all<{ id: string }>(sql`SELECT id FROM person WHERE status = 'active' AND id IN ${among(ids)}`)
      .map(({ id }) => id),
  )

/** Whether an admin has hidden the photo that the member has now. */
export const hasHiddenPhoto = (views: ViewReader, id: string) =>
  views.get<{ isPhotoHidden: number }>(sql`SELECT isPhotoHidden FROM person WHERE id = ${id}`)
    ?.isPhotoHidden === 1
