import type { Relationship } from '#shared/people/connections.ts'
import type { Clock } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import { blocksBetween } from '#server/modules/people/blocks/reading.ts'
import { accountStateOf } from '#server/modules/people/members/account-state.ts'
import type { RelationshipKindOf, RelationshipKindsOf } from '#server/modules/people/relationships/types.ts'
import type { Reader, Store } from '#server/store/port.ts'

import { connections } from './collection.ts'
import { connectionIdOf } from './connection-state.ts'
import { connectionsWith, relationshipKinds } from './queries.ts'
import { relationshipOf } from './relationship.ts'

interface Deps {
  store: Store
  clock: Clock
}

export type Relationships = ReturnType<typeof createRelationships>

/**
 * Relationships of the viewer to other members. Those to several are read from the views, that to one from
 * documents.
 */
export function createRelationships({ store, clock }: Deps) {
  const relationshipKindsOf: RelationshipKindsOf = async (viewerId, memberIds) =>
    relationshipKinds(await store.views(), viewerId, memberIds)

  const relationshipKindOf: RelationshipKindOf = async (viewerId, memberId) => {
    const [connection, { byViewer, ofViewer }] = await Promise.all([
      store.get(connections, connectionIdOf(viewerId, memberId)),
      blocksBetween(store, viewerId, memberId),
    ])
    if (byViewer || ofViewer) return 'hidden'
    return connection?.state === 'accepted' ? 'connection' : 'member'
  }

  return {
    relationshipKindsOf,
    relationshipKindOf,
    blocksBetween,

    /** Relationships to members that the viewer can see, so blocks are ignored. */
    async relationshipsWith(
      viewerId: string,
      memberIds: readonly string[],
    ): Promise<ReadonlyMap<string, Relationship>> {
      const found = connectionsWith(await store.views(), viewerId, memberIds)
      const now = clock()
      return new Map(
        memberIds.map((memberId) => [
          memberId,
          relationshipOf(found.get(memberId), { viewerId, memberId, now }),
        ]),
      )
    },

    /** @throws Failure 404 unless they ever were a member, so that it does not reveal a block */
    async relationshipWith(viewerId: string, memberId: string): Promise<Relationship> {
      const [connection, { byViewer }, accountState] = await Promise.all([
        store.get(connections, connectionIdOf(viewerId, memberId)),
        blocksBetween(store, viewerId, memberId),
        accountStateOf(store, memberId),
      ])
      if (accountState === 'unknown') throw notFound('member')
      const now = clock()
      return relationshipOf(connection, { viewerId, memberId, now, blockedByViewer: byViewer, accountState })
    },

    /** The given members with whom the member has a connection. Commands pass their transaction as `reader`. */
    async connectedAmong(reader: Pick<Reader, 'getMany'>, memberId: string, others: readonly string[]) {
      const found = await reader.getMany(
        connections,
        others.map((other) => connectionIdOf(memberId, other)),
      )
      return new Set(others.filter((_, at) => found[at]?.state === 'accepted'))
    },
  }
}
