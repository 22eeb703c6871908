import type { MemberCard } from '#shared/people/members.ts'
import { isGuestId } from '#shared/people/guest-id.ts'
import * as m from '#shared/people/messages.ts'

import { isConnected, isNotBlocked } from './rights.ts'
import { type Query, sql } from './sql.ts'

/** The name of a member who deleted their account, as it is stored. */
export const FORMER_MEMBER = 'Former member'
/** The name of a member whose profile an admin has hidden. */
export const HIDDEN_MEMBER = 'Hidden member'
/** The name of a member who has not entered one yet. */
export const NEW_MEMBER = 'New member'

const STORED_NAMES: Readonly<Record<string, () => string>> = {
  [FORMER_MEMBER]: m.formerMember,
  [HIDDEN_MEMBER]: m.hiddenMember,
  [NEW_MEMBER]: m.newMember,
}

/** A stored name as the reader sees it. @param name null for an unknown person */
export function shownName(name: string | null) {
  const stored = name ?? FORMER_MEMBER
  return Object.hasOwn(STORED_NAMES, stored) ? STORED_NAMES[stored]!() : stored
}

/**
 * Whether the person `p` is in lists that the viewer sees. Former members are, without a name. `IN` lets SQLite answer
 * from the index on the id and the status; a person's row is large.
 * @param status `+p.status` where the row is read in any case, which spares the index
 */
export const isInListsOf = (viewerId: string, status = sql`p.status`): Query => sql`(
  ${status} IN ('active', 'former') AND (p.status = 'former' OR ${isNotBlocked(viewerId, sql`p.id`)}))`

/** The card of the person `p` as the viewer sees it, as JSON. */
export const cardSeenBy = (viewerId: string): Query => sql`CASE
  WHEN p.id = ${viewerId} THEN coalesce(p.cardForOwner, p.card)
  WHEN ${isConnected(viewerId, sql`p.id`)} THEN coalesce(p.cardForConnections, p.card)
  ELSE p.card END`

/** @param json a card of `person` */
export const parseCard = (json: string): MemberCard => seen(JSON.parse(json) as MemberCard)

/** @param json cards of `person` with commas between them, as `group_concat` makes them; null for none */
export const parseCards = (json: string | null): MemberCard[] =>
  json === null ? [] : (JSON.parse(`[${json}]`) as MemberCard[]).map(seen)

const seen = (card: MemberCard) => ({ ...card, displayName: shownName(card.displayName) })

/** @param json a card of `person`; null where a document names someone whom the view does not have */
export const cardFrom = (id: string, json: string | null): MemberCard =>
  json === null ? missingCard(id) : parseCard(json)

/** The data of a guest is deleted some time after the event. */
const missingCard = (id: string): MemberCard =>
  isGuestId(id)
    ? { id, displayName: m.formerGuest(), guest: true }
    : { id, displayName: m.formerMember(), former: true }

/**
 * The label of a member in admins' lists: the name, or the address where it is not set. NULL for unknown ids. @param
 * id a column
 */
export const nameForAdmins = (id: Query): Query => sql`(
  SELECT CASE named.displayName WHEN '' THEN named.email ELSE named.displayName END
  FROM person AS named WHERE named.id = ${id})`
