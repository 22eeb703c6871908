import { allOf, eachOf } from '#server/lib/all-of.ts'
import { notFound } from '#server/lib/failure.ts'

import { type CommandDeps, createConnectionCommands } from './commands.ts'
import { createRelationships, type RelationshipDeps } from './relationships.ts'
import { connections } from './collection.ts'
import { otherOf } from './connection-state.ts'
import { createConnectionDetails, type DetailsDeps } from './details.ts'
import { createConnectionLists, type ListDeps } from './lists.ts'
import { recentRequests } from './recent-requests.ts'
import { relationshipOf } from './relationship.ts'

type Deps = CommandDeps & RelationshipDeps & ListDeps & Omit<DetailsDeps, 'connectedIds'>

export type ConnectionService = ReturnType<typeof createConnectionService>

export function createConnectionService(deps: Deps) {
  const { store, clock, names, accountStateOf } = deps
  const relationshipKindsOf = createRelationships(deps)

  return {
    ...relationshipKindsOf,
    ...createConnectionCommands(deps),
    ...createConnectionLists(deps),
    ...createConnectionDetails({ ...deps, connectedIds: relationshipKindsOf.connectedIds }),

    /** With anyone who ever was a member: whether they have blocked the viewer must not show here either. */
    async relationship(viewerId: string, memberId: string) {
      const [known] = await names([memberId])
      if (!known) throw notFound('member')
      return relationshipKindsOf.relationshipWith(viewerId, memberId)
    },

    /** What the member may know of each: a decline is not theirs to find out by an export. */
    async *exportOf(viewerId: string) {
      for await (const connection of eachOf(store, connections, ofMember(viewerId))) {
        const memberId = otherOf(connection, viewerId)
        const inactive = (await accountStateOf(store, memberId)) !== 'active'
        yield {
          ...relationshipOf(connection, { viewerId, memberId, now: clock(), inactive }),
          // Their own words stay theirs, whatever became of the request.
          ...(connection.requester === viewerId && connection.note && { note: connection.note }),
        }
      }
    },

    /** ISO instants, as they are counted. */
    recentRequests: async (memberId: string) => (await store.get(recentRequests, memberId))?.at ?? [],

    async forget(memberId: string): Promise<void> {
      for (const { id } of await allOf(store, connections, ofMember(memberId))) {
        await store.transact(async (tx) => tx.delete(connections, id))
      }
      await store.transact(async (tx) => tx.delete(recentRequests, memberId))
    },
  }
}

const ofMember = (memberId: string) =>
  ({ contains: { field: 'members', value: memberId }, orderBy: 'changedAt' }) as const
