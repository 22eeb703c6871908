import type { MemberStatus } from '#shared/people/profile.ts'
import { type MemberRole, rolesThatCan } from '#shared/people/roles.ts'
import type { AccountState } from '#server/modules/people/relationships/types.ts'
import { cardSeenBy, isInListsOf, nameForAdmins, parseCard, shownName } from '#server/views/cards.ts'
import { among, sql, type ViewReader } from '#server/views/sql.ts'

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
      FROM json_each(${JSON.stringify(ids)}) AS wanted CROSS JOIN person AS p ON p.id = wanted.value
      WHERE ${isInListsOf(viewerId, sql`+p.status`)}
      ORDER BY wanted.key`)
    .map(cardOf)

/** Cards as any member sees them, of all current and former members, in the order of `ids`. */
export const memberCards = (views: ViewReader, ids: readonly string[]) =>
  views
    .all<CardRow>(sql`
      SELECT p.card
      FROM json_each(${JSON.stringify(ids)}) AS wanted CROSS JOIN person AS p ON p.id = wanted.value
      ORDER BY wanted.key`)
    .map(cardOf)

const cardOf = ({ card }: CardRow) => parseCard(card)

export function accountStateById(views: ViewReader, id: string): AccountState {
  const person = views.get<{ status: MemberStatus }>(sql`SELECT status FROM person WHERE id = ${id}`)
  return person ? accountStateIn(person) : 'unknown'
}

export const roleOf = (views: ViewReader, id: string) =>
  views.get<{ role: MemberRole }>(sql`SELECT role FROM person WHERE id = ${id}`)?.role

/** Undefined for former members. */
export function nameOf(views: ViewReader, id: string) {
  const found = views.get<{ name: string }>(
    sql`SELECT name FROM person WHERE id = ${id} AND status <> 'former'`,
  )
  return found && shownName(found.name)
}

export const joinedAtOf = (views: ViewReader, id: string) =>
  views.get<{ joinedAt: string }>(sql`SELECT joinedAt FROM person WHERE id = ${id}`)?.joinedAt

/** Names by id; the email if the name is not set. */
export const namesForAdmins = (views: ViewReader, ids: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    views
      .all<{ id: string; name: string }>(
        sql`SELECT p.id, ${nameForAdmins(sql`p.id`)} AS name FROM person AS p WHERE p.id IN ${among(ids)}`,
      )
      .map(({ id, name }) => [id, shownName(name)]),
  )

/** Id of the member with the address, in lower case. */
export const idOfAddress = (views: ViewReader, email: string) =>
  views.get<{ id: string }>(sql`SELECT id FROM person WHERE email = ${email} AND status <> 'former'`)?.id

export const activeIds = (views: ViewReader) =>
  views.column(sql`SELECT id FROM person WHERE status = 'active'`)

export const adminIds = (views: ViewReader) =>
  views.column(
    sql`SELECT id FROM person WHERE role IN ${among(rolesThatCan('administer'))} AND status = 'active'`,
  )
