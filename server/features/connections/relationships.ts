import type { Relationship } from '#shared/connections.ts'
import { allOf } from '#server/lib/all-of.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { RelationshipKind, RelationshipKindsOf, HiddenFrom, AccountStateOf } from './types.ts'
import type { Store } from '#server/store/port.ts'

import { connections } from './collection.ts'
import { connectionIdOf, otherOf } from './connection-state.ts'
import { relationshipOf } from './relationship.ts'

interface Deps {
  store: Store
  clock: Clock
  hiddenFrom: HiddenFrom
  accountStateOf: AccountStateOf
  hasBlocked: (blockerId: string, memberId: string) => Promise<boolean>
}

/** Relationships of the viewer to other members. */
export function createRelationships({ store, clock, hiddenFrom, accountStateOf, hasBlocked }: Deps) {
  const connectionsWith = (viewerId: string, memberIds: readonly string[]) =>
    store.getMany(
      connections,
      memberIds.map((memberId) => connectionIdOf(viewerId, memberId)),
    )

  const relationshipKindsOf: RelationshipKindsOf = async (viewerId, memberIds) => {
    if (memberIds.length === 0) return new Map()
    const [hidden, found] = await Promise.all([hiddenFrom(viewerId), connectionsWith(viewerId, memberIds)])
    const connected = new Set(
      found.flatMap((connection) => (connection?.state === 'accepted' ? connection.members : [])),
    )
    const kindOf = (memberId: string): RelationshipKind => {
      if (hidden.has(memberId)) return 'hidden'
      return connected.has(memberId) && memberId !== viewerId ? 'connection' : 'member'
    }
    return new Map(memberIds.map((memberId) => [memberId, kindOf(memberId)]))
  }

  return {
    relationshipKindsOf,

    /** For cards of members that the viewer can see, so it ignores blocks. */
    async relationshipsWith(
      viewerId: string,
      memberIds: readonly string[],
    ): Promise<ReadonlyMap<string, Relationship>> {
      if (memberIds.length === 0) return new Map()
      const found = await connectionsWith(viewerId, memberIds)
      const now = clock()
      return new Map(
        memberIds.map(
          (memberId, at) => [memberId, relationshipOf(found[at], { viewerId, memberId, now })] as const,
        ),
      )
    },

    async relationshipWith(viewerId: string, memberId: string): Promise<Relationship> {
      const [[connection], blockedByViewer, accountState] = await Promise.all([
        connectionsWith(viewerId, [memberId]),
        hasBlocked(viewerId, memberId),
        accountStateOf(store, memberId),
      ])
      return relationshipOf(connection, { viewerId, memberId, now: clock(), blockedByViewer, accountState })
    },

    /** All connections of a member, latest first. */
    async connectedIds(memberId: string): Promise<string[]> {
      const accepted = await allOf(store, connections, acceptedOf(memberId))
      return accepted.map((connection) => otherOf(connection, memberId))
    },

    /** @param limit 1–500 */
    async latestConnectedIds(memberId: string, limit: number): Promise<string[]> {
      const { items } = await store.find(connections, { ...acceptedOf(memberId), limit })
      return items.map((connection) => otherOf(connection, memberId))
    },
  }
}

const acceptedOf = (memberId: string) =>
  ({
    where: { state: 'accepted' },
    contains: { field: 'members', value: memberId },
    orderBy: 'changedAt',
    direction: 'desc',
  }) as const
