import type { ConnectionList, RelationshipState } from '#shared/connection-rules.ts'
import type { Connection, ConnectionCounts } from '#shared/connections.ts'
import { PAGE_SIZE } from '#shared/constants.ts'
import { REQUEST_LIFETIME } from '#shared/connection-rules.ts'
import type { MemberCard } from '#shared/members.ts'
import type { Page } from '#shared/page.ts'
import { allOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { matchesTokens, tokenise } from '#server/search/tokens.ts'
import type { Query, Store } from '#server/store/port.ts'

import { type ConnectionDocument, connections } from './collection.ts'
import { otherOf } from './connection-state.ts'
import { relationshipOf } from './relationship.ts'

export type Cards = (viewerId: string, memberIds: readonly string[]) => Promise<MemberCard[]>

export interface ListDeps {
  store: Store
  clock: Clock
  cards: Cards
  /** Names alone, whoever may see more of them. */
  names: (memberIds: readonly string[]) => Promise<MemberCard[]>
}

export interface ListQuery {
  list: ConnectionList
  q?: string
  cursor?: string
}

const READ_TO_SEARCH = 100
const MOST_CARDS = 500
const INSTANT_LENGTH = isoInstant(0).length

const LISTED_AS: Record<ConnectionList, RelationshipState> = {
  accepted: 'connected',
  received: 'requestReceived',
  sent: 'requestSent',
}

export function createConnectionLists({ store, clock, cards, names }: ListDeps) {
  /** As the viewer may see them, without those who are not there for the viewer. */
  async function seenBy(viewerId: string, list: ConnectionList, found: readonly ConnectionDocument[]) {
    const others = found.map((connection) => otherOf(connection, viewerId))
    const byId = new Map((await cards(viewerId, others)).map((card) => [card.id, card]))
    // That someone has gone, or is blocking, must not show by a request of one's own that is no longer listed.
    const absent = list === 'sent' ? others.filter((id) => !byId.has(id)) : []
    for (const card of await names(absent)) byId.set(card.id, card)
    const now = clock()
    return found.flatMap((connection): Connection[] => {
      const memberId = otherOf(connection, viewerId)
      const member = byId.get(memberId)
      const relationship = relationshipOf(connection, { viewerId, memberId, now })
      return member && relationship.state === LISTED_AS[list]
        ? [{ id: connection.id, member, relationship }]
        : []
    })
  }

  async function countSeen(viewerId: string, list: 'accepted' | 'received') {
    const found = await allOf(store, connections, queryOf(viewerId, list, oldestOpen(clock())))
    const chunks = Array.from({ length: Math.ceil(found.length / MOST_CARDS) }, (_, at) =>
      found.slice(at * MOST_CARDS, (at + 1) * MOST_CARDS),
    )
    const seen = await Promise.all(chunks.map((chunk) => seenBy(viewerId, list, chunk)))
    return seen.flat().length
  }

  return {
    /**
     * Accepted and sent: the latest first; received: who has waited longest first. A page may hold a few more than
     * the usual when it was searched for.
     */
    async list(viewerId: string, { list, q = '', cursor }: ListQuery): Promise<Page<Connection>> {
      const words = tokenise(q)
      // The bound moves with time, but must stay the same from page to page.
      const since = cursor?.slice(0, INSTANT_LENGTH) ?? oldestOpen(clock())
      let after = cursor?.slice(INSTANT_LENGTH)
      const items: Connection[] = []
      do {
        const found = await store.find(connections, {
          ...queryOf(viewerId, list, since),
          limit: words.length > 0 ? READ_TO_SEARCH : PAGE_SIZE - items.length,
          ...(after !== undefined && { cursor: after }),
        })
        const seen = await seenBy(viewerId, list, found.items)
        items.push(...seen.filter(({ member }) => matchesTokens(words, textOf(member))))
        after = found.next
      } while (after !== undefined && items.length < PAGE_SIZE)
      return { items, ...(after !== undefined && { next: since + after }) }
    },

    /**
     * As many as the lists hold. Two of them cost reading them: people come and go without their connections being
     * told. What was sent stays listed, whoever goes.
     */
    async counts(viewerId: string): Promise<ConnectionCounts> {
      const { direction: _, ...ofSent } = queryOf(viewerId, 'sent', oldestOpen(clock()))
      const [accepted, received, sent] = await Promise.all([
        countSeen(viewerId, 'accepted'),
        countSeen(viewerId, 'received'),
        store.count(connections, ofSent),
      ])
      return { accepted, received, sent }
    },
  }
}

const oldestOpen = (now: number) => isoInstant(now - REQUEST_LIFETIME)

function queryOf(
  viewerId: string,
  list: ConnectionList,
  since: string,
): Omit<Query<ConnectionDocument>, 'limit' | 'cursor'> {
  const open = { orderBy: 'requestedAt', range: { gt: since } }
  if (list === 'received') return { ...open, where: { receiver: viewerId, state: 'requested' } }
  if (list === 'sent') {
    return { ...open, where: { requester: viewerId, unanswered: true }, direction: 'desc' }
  }
  return {
    where: { state: 'accepted' },
    contains: { field: 'members', value: viewerId },
    orderBy: 'changedAt',
    direction: 'desc',
  }
}

const textOf = ({ displayName, headline = '', company = '' }: MemberCard) =>
  `${displayName} ${headline} ${company}`
