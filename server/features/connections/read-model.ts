import { LRUCache } from 'lru-cache'

import type { ConnectionState } from '#shared/connection-rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { type ConnectionDocument, connections } from './collection.ts'
import { connectionIdOf } from './connection-state.ts'
import { createPairTable, type Link } from './pair-table.ts'

/** The one time of a connection that decides what members see of it in this state. */
const DECISIVE_TIME: Record<Exclude<ConnectionState, 'removed'>, 'changedAt' | 'requestedAt'> = {
  accepted: 'changedAt',
  requested: 'requestedAt',
  declined: 'requestedAt',
  withdrawn: 'changedAt',
}

/** Members whose sorted connections are kept. Most have dozens. */
const MAX_SORTED = 1_000

export type ConnectionReadModel = ReturnType<typeof createConnectionReadModel>

/** Who is connected with whom, and who asked whom, in memory. For lists: commands read the store. */
export function createConnectionReadModel(store: Pick<Store, 'openFeed'>) {
  const pairs = createPairTable()
  /** Of each member, until one of their connections changes: a dashboard asks for those of a dozen members. */
  const sorted = new LRUCache<string, readonly string[]>({
    max: MAX_SORTED,
    memoMethod: (memberId) =>
      pairs
        .of(memberId)
        .filter(({ state }) => state === 'accepted')
        .toSorted((a, b) => b.at - a.at || (a.memberId < b.memberId ? -1 : 1))
        .map((link) => link.memberId),
  })

  const { sync } = store.openFeed(connections, {
    put(connection) {
      const { state, members } = connection
      for (const memberId of members) sorted.delete(memberId)
      if (state === 'removed') pairs.removePair(connection)
      else pairs.put({ ...connection, state, at: Date.parse(connection[DECISIVE_TIME[state]]) })
    },
    remove(id) {
      sorted.clear()
      pairs.remove(id)
    },
    reset() {
      sorted.clear()
      pairs.clear()
    },
  })
  const model = {
    /** Pairs in memory. */
    count: pairs.count,

    /** Without the note, and the request's own time once it was accepted or withdrawn. */
    between(one: string, other: string): ConnectionDocument | undefined {
      const link = pairs.between(one, other)
      return link && connectionOf(one, link)
    },

    areConnected: (one: string, other: string) => pairs.between(one, other)?.state === 'accepted',

    /** Whether any request to or from the member may be open. */
    hasRequests: (memberId: string) => pairs.has(memberId, 'requested'),

    isConnected: (memberId: string) => pairs.has(memberId, 'accepted'),

    /** When each connection was accepted, to the second. Milliseconds. */
    acceptedTimes: () => pairs.timesOf('accepted'),

    /** Like `between`, all requests that the member sent or received and that were not accepted. */
    requestsOf: (memberId: string) =>
      pairs
        .of(memberId)
        .filter(({ state }) => state !== 'accepted')
        .map((link) => connectionOf(memberId, link)),

    /** All connections of a member, latest first. */
    connectedIds: (memberId: string) => sorted.memo(memberId),
  }
  return () => sync().then(() => model)
}

function connectionOf(one: string, { memberId: other, state, isRequester, at }: Link): ConnectionDocument {
  const [requester, receiver] = isRequester ? [one, other] : [other, one]
  const time = isoInstant(at)
  return {
    id: connectionIdOf(one, other),
    members: [one, other].toSorted(),
    requester,
    receiver,
    requestedAt: time,
    note: '',
    state,
    changedAt: time,
    changedBy: requester,
    unanswered: state === 'requested' || state === 'declined',
  }
}
