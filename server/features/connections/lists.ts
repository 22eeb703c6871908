import type { ConnectionList, RelationshipState } from '#shared/connection-rules.ts'
import type { Connection, ConnectionCounts } from '#shared/connections.ts'
import { PAGE_SIZE } from '#shared/constants.ts'
import { REQUEST_LIFETIME } from '#shared/connection-rules.ts'
import type { MemberCard } from '#shared/members.ts'
import type { Page } from '#shared/page.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { fingerprint } from '#server/views/cursor.ts'
import { isWordless, matchesTokens, tokenise } from '#server/views/words.ts'
import { BadCursor, type Query, type Store } from '#server/store/port.ts'

import { type ConnectionDocument, connections } from './collection.ts'
import { isReceivedRequest, isSentRequest, otherOf } from './connection-state.ts'
import type { ConnectionReadModel } from './read-model.ts'
import { relationshipOf } from './relationship.ts'
import type { AccountState, AccountStates, HiddenFrom } from './types.ts'

export type Cards = (viewerId: string, memberIds: readonly string[]) => Promise<MemberCard[]>

interface Deps {
  store: Store
  clock: Clock
  cards: Cards
  /** Cards with names only, for every viewer. */
  names: (memberIds: readonly string[]) => Promise<MemberCard[]>
  readModel: ConnectionReadModel
  hiddenFrom: HiddenFrom
  accountStates: AccountStates
}

interface ListQuery {
  list: ConnectionList
  q?: string
  cursor?: string
}

const SEARCH_BATCH = 100
const INSTANT_LENGTH = isoInstant(0).length

const LIST_STATES: Record<ConnectionList, RelationshipState> = {
  accepted: 'connected',
  received: 'requestReceived',
  sent: 'requestSent',
}

export function createConnectionLists(deps: Deps) {
  const { store, clock, cards, names, readModel, hiddenFrom, accountStates } = deps

  /** Without members hidden from the viewer. */
  async function visibleTo(viewerId: string, list: ConnectionList, found: readonly ConnectionDocument[]) {
    const others = found.map((connection) => otherOf(connection, viewerId))
    const byId = new Map((await cards(viewerId, others)).map((card) => [card.id, card]))
    // A sent request stays listed: its absence would reveal a block, or that the receiver is inactive.
    const hidden = list === 'sent' ? others.filter((id) => !byId.has(id)) : []
    for (const card of await names(hidden)) byId.set(card.id, card)
    const now = clock()
    return found.flatMap((connection): Connection[] => {
      const memberId = otherOf(connection, viewerId)
      const member = byId.get(memberId)
      const accountState = member?.former ? 'deleted' : 'active'
      const relationship = relationshipOf(connection, { viewerId, memberId, now, accountState })
      return member && relationship.state === LIST_STATES[list]
        ? [{ id: connection.id, member, relationship }]
        : []
    })
  }

  return {
    /**
     * Accepted and sent: latest first. Received: longest waiting first. A page of search results can be longer than
     * `PAGE_SIZE`.
     */
    async list(viewerId: string, { list, q = '', cursor }: ListQuery): Promise<Page<Connection>> {
      if (isWordless(q)) return { items: [] }
      const tokens = tokenise(q)
      // The bound depends on the time, and a cursor is valid only for the same query, of which the store knows a part.
      const since = cursor?.slice(0, INSTANT_LENGTH) ?? oldestOpen(clock())
      const prefix = since + fingerprint(list, since, tokens)
      if (cursor !== undefined && !cursor.startsWith(prefix)) {
        throw new BadCursor('The cursor was not made by this search')
      }
      // Most members have none, and each dashboard asks.
      if (list === 'received' && !(await readModel()).hasRequests(viewerId)) return { items: [] }
      let after = cursor?.slice(prefix.length)
      const items: Connection[] = []
      do {
        const found = await store.find(connections, {
          ...queryOf(viewerId, list, since),
          limit: tokens.length > 0 ? SEARCH_BATCH : PAGE_SIZE - items.length,
          ...(after !== undefined && { cursor: after }),
        })
        const visible = await visibleTo(viewerId, list, found.items)
        items.push(...visible.filter(({ member }) => matchesTokens(tokens, textOf(member))))
        after = found.next
      } while (after !== undefined && items.length < PAGE_SIZE)
      return { items, ...(after !== undefined && { next: prefix + after }) }
    },

    /** From memory, since every visit shows them. Like the lists: a former member's connection counts. */
    async counts(viewerId: string): Promise<ConnectionCounts> {
      const [all, hidden, accountStateOf] = await Promise.all([
        readModel(),
        hiddenFrom(viewerId),
        accountStates(),
      ])
      const viewer = { actor: viewerId, now: clock() }
      const requests = all.requestsOf(viewerId)
      const isVisible = (id: string, ...states: AccountState[]) =>
        !hidden.has(id) && states.includes(accountStateOf(id))
      return {
        accepted: all.connectedIds(viewerId).filter((id) => isVisible(id, 'active', 'deleted')).length,
        received: requests.filter(
          (request) => isReceivedRequest(request, viewer) && isVisible(request.requester, 'active'),
        ).length,
        sent: requests.filter((request) => isSentRequest(request, viewer)).length,
      }
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
