import type { Connection } from '#shared/connections.ts'
import { PAGE_SIZE } from '#shared/constants.ts'
import type { MemberCard } from '#shared/members.ts'
import { notFound } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import { type ConnectionDocument, connections } from './collection.ts'

interface Deps {
  store: Store
  cards: (viewerId: string, memberIds: readonly string[]) => Promise<MemberCard[]>
}

export type ConnectionService = ReturnType<typeof createConnectionService>

export function createConnectionService({ store, cards }: Deps) {
  const seenBy = async (viewerId: string, found: readonly ConnectionDocument[]): Promise<Connection[]> => {
    const others = await cards(
      viewerId,
      found.map((connection) => otherOf(connection, viewerId)),
    )
    const byId = new Map(others.map((card) => [card.id, card]))
    return found.flatMap((connection) => {
      const member = byId.get(otherOf(connection, viewerId))
      return member
        ? [{ id: connection.id, state: connection.state, since: connection.changedAt, member }]
        : []
    })
  }

  return {
    async accepted(viewerId: string, cursor?: string) {
      const page = await store.find(connections, {
        where: { state: 'accepted' },
        contains: { field: 'members', value: viewerId },
        orderBy: 'changedAt',
        direction: 'desc',
        limit: PAGE_SIZE,
        ...(cursor && { cursor }),
      })
      return { ...page, items: await seenBy(viewerId, page.items) }
    },

    /** Requests that wait for the viewer's answer, oldest first. */
    async received(viewerId: string) {
      const page = await store.find(connections, {
        where: { state: 'requested', receiver: viewerId },
        orderBy: 'changedAt',
        limit: PAGE_SIZE,
      })
      return seenBy(viewerId, page.items)
    },

    /** Only the two of it know of a connection. */
    async details(viewerId: string, connectionId: string) {
      const found = await store.get(connections, connectionId)
      const mine = found?.members.includes(viewerId) ? [found] : []
      const [connection] = await seenBy(viewerId, mine)
      if (!connection) throw notFound('connection')
      return connection
    },
  }
}

const otherOf = ({ members }: ConnectionDocument, viewerId: string) =>
  members.find((id) => id !== viewerId) ?? viewerId
