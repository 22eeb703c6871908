import { type ConnectionList, REQUEST_LIFETIME } from '#shared/people/connection-rules.ts'
import type { Connection, ConnectionCounts } from '#shared/people/connections.ts'
import { PAGE_SIZE } from '#shared/lib/page.ts'
import type { Page } from '#shared/lib/page.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'
import { decodeCursor, fingerprint, pageOf } from '#server/views/cursor.ts'
import { isWordless, prefixesOf } from '#shared/lib/words.ts'

import { connectionCounts, listedConnections } from './queries.ts'
import { relationshipOf } from './relationship.ts'

interface Deps {
  store: Store
  clock: Clock
}

interface ListQuery {
  list: ConnectionList
  q?: string
  cursor?: string
}

export function createConnectionLists({ store, clock }: Deps) {
  return {
    /**
     * Accepted and sent requests are ordered latest first, received ones longest waiting first. Excludes members
     * hidden from the viewer, except in sent requests.
     * @throws BadCursor
     */
    async list(viewerId: string, { list, q = '', cursor }: ListQuery): Promise<Page<Connection>> {
      if (isWordless(q)) return { items: [] }
      const words = prefixesOf(q)
      const query = fingerprint('connections', list, words)
      const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
      const now = clock()
      const search = { viewerId, list, words, expiredAt: expiredAt(now) }
      const rows = listedConnections(await store.views(), search, { after, rows: PAGE_SIZE })
      const { items, next } = pageOf(rows, PAGE_SIZE, query)
      return {
        items: items.map(({ id: memberId, member, connection }): Connection => {
          const accountState = member.former ? 'deleted' : 'active'
          const relationship = relationshipOf(connection, { viewerId, memberId, now, accountState })
          return { id: connection.id, member, relationship }
        }),
        next,
      }
    },

    counts: async (viewerId: string): Promise<ConnectionCounts> =>
      connectionCounts(await store.views(), viewerId, expiredAt(clock())),
  }
}

/** Requests sent up to that time have expired. */
const expiredAt = (now: number) => isoInstant(now - REQUEST_LIFETIME)
