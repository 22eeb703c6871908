import { type ConnectionList, REQUEST_LIFETIME } from '#shared/people/connection-rules.ts'
import type { Connection, ConnectionCounts, ConnectionPage } from '#shared/people/connections.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { reasonsOf } from '#server/modules/people/directory/entries.ts'
import { searchFor } from '#server/modules/people/directory/meant-search.ts'
import type { ReadPhrases } from '#server/modules/people/terms/admin-phrases.ts'
import { readSearch } from '#server/modules/people/terms/query.ts'
import type { IndustryPhrases } from '#server/modules/people/terms/trade-matches.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'
import type { ViewReader } from '#server/views/sql.ts'
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
     * not in it by their cards. If it finds nobody, what is probably meant is searched for.
     * @throws BadCursor
     */
    async list(viewerId: string, { list, q = '', cursor }: ListQuery): Promise<ConnectionPage> {
      if (isWordless(q)) return { items: [] }
      const query = fingerprint('connections', list, prefixesOf(q))
      const now = clock()
      const all = await phrases()
      const views = await store.views()
      const { search, instead } = meantSearch(views, q, searchIn(list, q, { viewerId, now, phrases: all }))
      const { items, next } = pageAt(cursor, query, (range) => listedConnections(views, search, range))
      const reasons = search.text && reasonsOf(views, search.text, items)
      return {
        items: items.map(({ id: memberId, member, connection }): Connection => {
          const accountState = member.former ? 'deleted' : 'active'
          const relationship = relationshipOf(connection, { viewerId, memberId, now, accountState })
          return { id: connection.id, member, relationship, ...reasons?.get(memberId) }
        }),
        instead,
        next,
      }
    },

    counts: async (viewerId: string): Promise<ConnectionCounts> =>
      connectionCounts(await store.views(), viewerId, expiredAt(clock())),
  }
}

interface Searcher {
  viewerId: string
  /** Milliseconds. */
  now: number
  phrases: IndustryPhrases
}

function searchIn(list: ConnectionList, q: string, { viewerId, now, phrases }: Searcher) {
  const text = readSearch(q, phrases)
  const isOfCards = text.clauses.length === 0 || text.isOfNames
  return {
    viewerId,
    list,
    words: prefixesOf(q),
    text: isOfCards ? undefined : { viewerId, now: isoInstant(now), text, facets: [], phrases },
    expiredAt: expiredAt(now),
  }
}

type Search = ReturnType<typeof searchIn>

/** The search, or if it finds nobody in the list, one for what is meant in the directory. */
function meantSearch(views: ViewReader, q: string, search: Search) {
  const hasMatches = (each: Search) => listedConnections(views, each, { rows: 1 }).length > 0
  if (!search.text || hasMatches(search)) return { search }
  const { search: found, instead } = searchFor(views, search.text, { q })
  const meant = { ...search, text: { ...search.text, text: found.text } }
  return hasMatches(meant) ? { search: meant, instead } : { search }
}

/** Requests sent up to that time have expired. */
const expiredAt = (now: number) => isoInstant(now - REQUEST_LIFETIME)
