import { type ConnectionList, REQUEST_LIFETIME } from '#shared/people/connection-rules.ts'
import type { Connection, ConnectionCounts } from '#shared/people/connections.ts'
import { PAGE_SIZE } from '#shared/lib/page.ts'
import type { Page } from '#shared/lib/page.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { reasonsOf } from '#server/modules/people/directory/entries.ts'
import type { ReadPhrases } from '#server/modules/people/terms/admin-phrases.ts'
import { readSearch } from '#server/modules/people/terms/query.ts'
import type { Store } from '#server/store/port.ts'
import { decodeCursor, fingerprint, pageOf } from '#server/views/cursor.ts'
import { isWordless, prefixesOf } from '#shared/lib/words.ts'

import { connectionCounts, listedConnections } from './queries.ts'
import { relationshipOf } from './relationship.ts'

interface Deps {
  store: Store
  clock: Clock
  phrases: ReadPhrases
}

interface ListQuery {
  list: ConnectionList
  q?: string
  cursor?: string
}

export function createConnectionLists({ store, clock, phrases }: Deps) {
  return {
    /**
     * Accepted and sent requests are ordered latest first, received ones longest waiting first. Excludes members
     * hidden from the viewer, except in sent requests. A text finds members as in the directory, and those who are
     * not in it by their cards.
     * @throws BadCursor
     */
    async list(viewerId: string, { list, q = '', cursor }: ListQuery): Promise<Page<Connection>> {
      if (isWordless(q)) return { items: [] }
      const words = prefixesOf(q)
      const query = fingerprint('connections', list, words)
      const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
      const now = clock()
      const read = readSearch(q, await phrases())
      const isOfCards = read.clauses.length === 0 || read.isOfNames
      const text = isOfCards ? undefined : { viewerId, now: isoInstant(now), text: read, facets: [] }
      const search = { viewerId, list, words, text, expiredAt: expiredAt(now) }
      const views = await store.views()
      const rows = listedConnections(views, search, { after, rows: PAGE_SIZE })
      const { items, next } = pageOf(rows, PAGE_SIZE, query)
      const reasons = text && reasonsOf(views, text, items)
      return {
        items: items.map(({ id: memberId, member, connection }): Connection => {
          const accountState = member.former ? 'deleted' : 'active'
          const relationship = relationshipOf(connection, { viewerId, memberId, now, accountState })
          return { id: connection.id, member, relationship, ...reasons?.get(memberId) }
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
