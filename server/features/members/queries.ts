import type { MemberCard } from '#shared/members.ts'
import type { MemberStatus } from '#shared/profile.ts'
import type { AccountState } from '#server/features/connections/types.ts'
import { cardSeenBy, isInListsOf } from '#server/views/cards.ts'
import { sql, type ViewReader } from '#server/views/sql.ts'

import { accountStateIn } from './visibility.ts'

interface CardRow {
  /** JSON. */
  card: string
}

/** Cards of active and former members, without those hidden from the viewer, in the order of `ids`. */
export const visibleCards = (views: ViewReader, viewerId: string, ids: readonly string[]) =>
  views
    .all<CardRow>(sql`
      SELECT ${cardSeenBy(viewerId)} AS card
      FROM json_each(${JSON.stringify(ids)}) AS wanted JOIN person AS p ON p.id = wanted.value
      WHERE ${isInListsOf(viewerId)}
      ORDER BY wanted.key`)
    .map(cardOf)

/** Cards as any member sees them, of everyone who ever was a member, in the order of `ids`. */
export const memberCards = (views: ViewReader, ids: readonly string[]) =>
  views
    .all<CardRow>(sql`
      SELECT p.card
      FROM json_each(${JSON.stringify(ids)}) AS wanted JOIN person AS p ON p.id = wanted.value
      ORDER BY wanted.key`)
    .map(cardOf)

const cardOf = ({ card }: CardRow) => JSON.parse(card) as MemberCard

export function accountStateById(views: ViewReader, id: string): AccountState {
  const person = views.get<{ status: MemberStatus }>(sql`SELECT status FROM person WHERE id = ${id}`)
  return person ? accountStateIn(person) : 'unknown'
}

/** Whether an admin has hidden the photo that the member has now. */
export const hasHiddenPhoto = (views: ViewReader, id: string) =>
  views.get<{ isPhotoHidden: number }>(sql`SELECT isPhotoHidden FROM person WHERE id = ${id}`)
    ?.isPhotoHidden === 1
