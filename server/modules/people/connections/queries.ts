import type { ConnectionList, ConnectionState } from '#shared/people/connection-rules.ts'
import type { ConnectionCounts } from '#shared/people/connections.ts'
import type { MemberCard } from '#shared/people/members.ts'
import type { Prefix } from '#shared/lib/words.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { isConnected, isNotBlocked } from '#server/views/rights.ts'
import {
  among,
  type Json,
  limit,
  parseJson,
  type Query,
  sql,
  type ViewReader,
  when,
} from '#server/views/sql.ts'
import { hasWords } from '#server/views/words.ts'
import { isInListsOf, parseCard } from '#server/views/cards.ts'
import type { RelationshipKind } from '#server/modules/people/relationships/types.ts'
import { connectionMatches, isFound, withTerms } from '#server/modules/people/directory/text-matches.ts'
import type { DirectoryQuery } from '#server/modules/people/directory/filters.ts'

import type { ConnectionDocument } from './collection.ts'

interface PairRow {
  connectionId: string
  requester: string
  receiver: string
  state: ConnectionState
  requestedAt: string
  changedAt: string
  changedBy: string
  note: string
  hiddenNote: Json<NonNullable<ConnectionDocument['hiddenNote']>> | null
  unanswered: number
}

/** The columns of a `PairRow`. */
const PAIR = sql`c.id AS connectionId, c.requester, c.receiver, c.state, c.requestedAt, c.changedAt, c.changedBy, c.note,
  c.hiddenNote, c.unanswered`

/** Excludes fields that only undoing needs. */
const connectionIn = (row: PairRow): ConnectionDocument => {
  const { connectionId, requester, receiver, state, requestedAt, changedAt, changedBy, note } = row
  return {
    id: connectionId,
    members: [requester, receiver].toSorted(),
    requester,
    receiver,
    state,
    requestedAt,
    changedAt,
    changedBy,
    note,
    hiddenNote: row.hiddenNote ? parseJson(row.hiddenNote) : undefined,
    unanswered: row.unanswered === 1,
  }
}

export const relationshipKinds = (
  views: ViewReader,
  viewerId: string,
  memberIds: readonly string[],
): ReadonlyMap<string, RelationshipKind> =>
  new Map(
    views
      .all<{ id: string; kind: RelationshipKind }>(sql`
        SELECT wanted.value AS id, CASE
          WHEN NOT ${isNotBlocked(viewerId, sql`wanted.value`)} THEN 'hidden'
          WHEN ${isConnected(viewerId, sql`wanted.value`)} THEN 'connection'
          ELSE 'member' END AS kind
        FROM json_each(${JSON.stringify(memberIds)}) AS wanted`)
      .map(({ id, kind }) => [id, kind]),
  )

/** The viewer's connections with these members, by the member's id. */
export const connectionsWith = (
  views: ViewReader,
  viewerId: string,
  memberIds: readonly string[],
): ReadonlyMap<string, ConnectionDocument> =>
  new Map(
    views
      .all<PairRow & { otherId: string }>(sql`
        SELECT own.otherId, ${PAIR} FROM connectionOf AS own JOIN connection AS c USING (number)
        WHERE own.memberId = ${viewerId} AND own.otherId IN ${among(memberIds)}`)
      .map((row) => [row.otherId, connectionIn(row)]),
  )

/** Active members with whom both are connected, the viewer's latest connection first. */
export function mutualConnections(views: ViewReader, viewerId: string, memberId: string, rows: number) {
  const found = views.all<{ card: string; total: number }>(sql`
    SELECT coalesce(p.cardForConnections, p.card) AS card, count(*) OVER () AS total
    FROM connectionOf AS own JOIN connectionOf AS theirs USING (otherId) JOIN person AS p ON p.id = own.otherId
    WHERE own.memberId = ${viewerId} AND own.state = 'accepted'
      AND theirs.memberId = ${memberId} AND +theirs.state = 'accepted'
      AND p.status = 'active' AND ${isNotBlocked(viewerId, sql`p.id`)}
    ORDER BY own.changedAt DESC, own.otherId ${limit(rows)}`)
  return { items: found.map(({ card }) => parseCard(card)), total: found[0]?.total ?? 0 }
}

interface ListSearch {
  viewerId: string
  list: ConnectionList
  /** Requests sent up to this ISO instant have expired. */
  expiredAt: string
  /** Prefixes of words of the card, by which those who are not in the directory are found. */
  words: readonly Prefix[]
  text?: DirectoryQuery | undefined
}

/** The other member as the viewer sees them in the list, and their relationship. */
interface ListRow extends Position {
  member: MemberCard
  /** Number of the person. */
  number: number
  connection: ConnectionDocument
}

/**
 * Up to `rows`. Accepted and sent requests are ordered latest first, received ones longest waiting first.
 */
export function listedConnections(
  views: ViewReader,
  search: ListSearch,
  { after, rows }: RowRange,
): ListRow[] {
  const { from, pair = sql``, where, key, id, card, words } = selectionOf(search)
  const isAscending = search.list === 'received'
  const position = sql`(${key}, ${id})`
  const { text } = search
  const connections = text && search.list === 'accepted' ? connectionMatches(views, text) : []
  return views
    .all<PairRow & Position & { card: string; number: number }>(sql`
      ${when(text, () => withTerms(text!))}
      SELECT ${key} AS key, ${id} AS id, ${card} AS card, p.number, ${PAIR} FROM ${from} ${pair} WHERE ${where}
        ${when(
          search.words.length > 0,
          () => sql`AND (${hasWords(words, search.words)}
          ${when(text, () => sql`OR ${isFound(text!, connections)}`)})`,
        )}
        ${when(after, () => sql`AND ${position} ${isAscending ? sql`>` : sql`<`} (${after!.key}, ${after!.id})`)}
      ORDER BY ${isAscending ? sql`${key}, ${id}` : sql`${key} DESC, ${id} DESC`} ${limit(rows)}`)
    .map((row) => ({
      key: row.key,
      id: row.id,
      number: row.number,
      member: parseCard(row.card),
      connection: connectionIn(row),
    }))
}

/** Length of each list. */
export function connectionCounts(views: ViewReader, viewerId: string, expiredAt: string): ConnectionCounts {
  const total = (list: ConnectionList) => {
    const { from, where } = selectionOf({ viewerId, list, expiredAt })
    return sql`(SELECT count(*) FROM ${from} WHERE ${where})`
  }
  return {
    ...views.get<ConnectionCounts>(sql`
      SELECT ${total('accepted')} AS accepted, ${total('received')} AS received, ${total('sent')} AS sent`)!,
  }
}

/**
 * `pair` joins the connection `c` where `from`, which is enough to count, lacks it. `key` and `id` are the position of a
 * row in the list. `words` are searched for the other member, and contain no more than the card shows.
 */
function selectionOf({ viewerId, list, expiredAt }: Omit<ListSearch, 'words' | 'text'>): Record<
  'from' | 'where' | 'key' | 'id' | 'card' | 'words',
  Query
> & {
  pair?: Query
} {
  const isVisible = isInListsOf(viewerId)
  if (list === 'accepted') {
    return {
      from: sql`connectionOf AS own JOIN person AS p ON p.id = own.otherId`,
      pair: sql`JOIN connection AS c USING (number)`,
      where: sql`own.memberId = ${viewerId} AND own.state = 'accepted' AND ${isVisible}`,
      key: sql`own.changedAt`,
      id: sql`own.otherId`,
      card: sql`coalesce(p.cardForConnections, p.card)`,
      words: sql`coalesce(p.wordsForConnections, p.words)`,
    }
  }
  if (list === 'received') {
    return {
      from: sql`connection AS c JOIN person AS p ON p.id = c.requester`,
      where: sql`c.receiver = ${viewerId} AND c.state = 'requested' AND c.requestedAt > ${expiredAt}
        AND p.status = 'active' AND ${isNotBlocked(viewerId, sql`p.id`)}`,
      key: sql`c.requestedAt`,
      id: sql`c.requester`,
      card: sql`p.card`,
      words: sql`p.words`,
    }
  }
  // Includes members who are hidden from the viewer: a missing request would reveal a block or a suspension.
  return {
    from: sql`connection AS c JOIN person AS p ON p.id = c.receiver`,
    where: sql`c.requester = ${viewerId} AND c.unanswered = 1 AND c.requestedAt > ${expiredAt}`,
    key: sql`c.requestedAt`,
    id: sql`c.receiver`,
    card: sql`CASE WHEN ${isVisible} THEN p.card ELSE json_object('id', p.id, 'displayName', p.name) END`,
    words: sql`CASE WHEN ${isVisible} THEN p.words ELSE p.nameWords END`,
  }
}
