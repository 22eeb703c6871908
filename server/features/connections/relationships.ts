import type { Relationship } from '#shared/connections.ts'
import { allOf } from '#server/lib/all-of.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { RelationshipKind, RelationshipKindsOf, HiddenFrom, AccountStateOf } from './types.ts'
import type { Store } from '#server/store/port.ts'

import { connections } from './collection.ts'
import { connectionIdOf, otherOf } from './connection-state.ts'
import { relationshipOf } from './relationship.ts'

export interface RelationshipDeps {
  store: Store
  clock: Clock
  hiddenFrom: HiddenFrom
  accountStateOf: AccountStateOf
  /** Whether it was the viewer who blocked the member. */
  hasBlocked: (viewerId: string, memberId: string) => Promise<boolean>
}

/** How others stand to the viewer. */
export function createRelationships({
  store,
  clock,
  hiddenFrom,
  accountStateOf,
  hasBlocked,
}: RelationshipDeps) {
  const pairs = (viewerId: string, memberIds: readonly string[]) =>
    store.getMany(
      connections,
      memberIds.map((memberId) => connectionIdOf(viewerId, memberId)),
    )

  const relationshipKindsOf: RelationshipKindsOf = async (viewerId, memberIds) => {
    if (memberIds.length === 0) return new Map()
    const [hidden, found] = await Promise.all([hiddenFrom(viewerId), pairs(viewerId, memberIds)])
    const connected = new Set(found.flatMap((pair) => (pair?.state === 'accepted' ? pair.members : [])))
    const kindOf = (memberId: string): RelationshipKind => {
      if (hidden.has(memberId)) return 'hidden'
      return connected.has(memberId) && memberId !== viewerId ? 'connection' : 'member'
    }
    return new Map(memberIds.map((memberId) => [memberId, kindOf(memberId)]))
  }

  return {
    relationshipKindsOf,

    /** What a card of each of them can offer. For people whom the viewer may see: says nothing of blocks. */
    async relationshipsWith(
      viewerId: string,
      memberIds: readonly string[],
    ): Promise<ReadonlyMap<string, Relationship>> {
      if (memberIds.length === 0) return new Map()
      const found = await pairs(viewerId, memberIds)
      const now = clock()
      return new Map(
        memberIds.map(
          (memberId, at) => [memberId, relationshipOf(found[at], { viewerId, memberId, now })] as const,
        ),
      )
    },

    async relationshipWith(viewerId: string, memberId: string): Promise<Relationship> {
      const [[connection], blockedByViewer, accountState] = await Promise.all([
        pairs(viewerId, [memberId]),
        hasBlocked(viewerId, memberId),
        accountStateOf(store, memberId),
      ])
      const inactive = accountState !== 'active'
      return relationshipOf(connection, { viewerId, memberId, now: clock(), blockedByViewer, inactive })
    },

    /** Everyone the member is connected with, the latest first. */
    async connectedIds(memberId: string): Promise<string[]> {
      const accepted = await allOf(store, connections, acceptedOf(memberId))
      return accepted.map((connection) => otherOf(connection, memberId))
    },

    /** @param most 1–500 */
    async latestConnectedIds(memberId: string, most: number): Promise<string[]> {
      const { items } = await store.find(connections, { ...acceptedOf(memberId), limit: most })
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
