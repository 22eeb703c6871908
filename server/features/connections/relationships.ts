import type { Relationship } from '#shared/connections.ts'
import type { Clock } from '#server/lib/clock.ts'
import type {
  AccountStateOf,
  BlocksBetween,
  HiddenFrom,
  RelationshipKind,
  RelationshipKindOf,
  RelationshipKindsOf,
} from './types.ts'
import type { Reader, Store } from '#server/store/port.ts'

import { connections } from './collection.ts'
import { connectionIdOf } from './connection-state.ts'
import type { ConnectionReadModel } from './read-model.ts'
import { relationshipOf } from './relationship.ts'

interface Deps {
  store: Store
  clock: Clock
  readModel: ConnectionReadModel
  hiddenFrom: HiddenFrom
  accountStateOf: AccountStateOf
  blocksBetween: BlocksBetween
}

/** Relationships of the viewer to other members. Those to several come from memory, that to one from the store. */
export function createRelationships(deps: Deps) {
  const { store, clock, readModel, hiddenFrom, accountStateOf, blocksBetween } = deps

  const relationshipKindsOf: RelationshipKindsOf = async (viewerId, memberIds) => {
    const [hidden, all] = await Promise.all([hiddenFrom(viewerId), readModel()])
    const kindOf = (memberId: string): RelationshipKind => {
      if (hidden.has(memberId)) return 'hidden'
      return all.areConnected(viewerId, memberId) ? 'connection' : 'member'
    }
    return new Map(memberIds.map((memberId) => [memberId, kindOf(memberId)]))
  }

  const relationshipKindOf: RelationshipKindOf = async (viewerId, memberId) => {
    const [connection, { byViewer, ofViewer }] = await Promise.all([
      store.get(connections, connectionIdOf(viewerId, memberId)),
      blocksBetween(store, viewerId, memberId),
    ])
    if (byViewer || ofViewer) return 'hidden'
    return connection?.state === 'accepted' ? 'connection' : 'member'
  }

  /** For members that the viewer can see, so it ignores blocks. Without the notes of requests. */
  async function relationshipsWithoutNotes(
    viewerId: string,
    memberIds: readonly string[],
  ): Promise<Map<string, Relationship>> {
    const all = await readModel()
    const now = clock()
    return new Map(
      memberIds.map((memberId) => [
        memberId,
        relationshipOf(all.between(viewerId, memberId), { viewerId, memberId, now }),
      ]),
    )
  }

  return {
    relationshipKindsOf,
    relationshipKindOf,
    relationshipsWithoutNotes,

    /** For cards of members that the viewer can see, so it ignores blocks. */
    async relationshipsWith(
      viewerId: string,
      memberIds: readonly string[],
    ): Promise<ReadonlyMap<string, Relationship>> {
      const relationships = await relationshipsWithoutNotes(viewerId, memberIds)
      const open = memberIds.filter((memberId) => relationships.get(memberId)?.note !== undefined)
      if (open.length === 0) return relationships
      const ids = open.map((memberId) => connectionIdOf(viewerId, memberId))
      const stored = await store.getMany(connections, ids)
      const now = clock()
      for (const [at, memberId] of open.entries()) {
        relationships.set(memberId, relationshipOf(stored[at], { viewerId, memberId, now }))
      }
      return relationships
    },

    async relationshipWith(viewerId: string, memberId: string): Promise<Relationship> {
      const [connection, { byViewer }, accountState] = await Promise.all([
        store.get(connections, connectionIdOf(viewerId, memberId)),
        blocksBetween(store, viewerId, memberId),
        accountStateOf(store, memberId),
      ])
      const now = clock()
      return relationshipOf(connection, { viewerId, memberId, now, blockedByViewer: byViewer, accountState })
    },

    /** Of these members, those with whom the member has a connection. Commands pass their transaction as `reader`. */
    async connectedAmong(reader: Pick<Reader, 'getMany'>, memberId: string, others: readonly string[]) {
      const found = await reader.getMany(
        connections,
        others.map((other) => connectionIdOf(memberId, other)),
      )
      return new Set(others.filter((_, at) => found[at]?.state === 'accepted'))
    },

    /** All connections of a member, latest first. */
    connectedIds: async (memberId: string) => (await readModel()).connectedIds(memberId),
  }
}
