import { Type } from 'typebox'

import { RelationshipSchema } from '#shared/people/connections.ts'
import { allOf, eachOf } from '#server/store/all-of.ts'
import type { Clock } from '#server/lib/clock.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { accountStateOf } from '#server/modules/people/members/account-state.ts'
import type { ReadPhrases } from '#server/modules/people/terms/admin-phrases.ts'
import type { MemberService } from '#server/modules/people/members/service.ts'
import type { Store } from '#server/store/port.ts'

import { connections } from './collection.ts'
import { createConnectionCommands } from './commands.ts'
import { otherOf, withoutFormer } from './connection-state.ts'
import { createConnectionDetails } from './details.ts'
import { createConnectionLists } from './lists.ts'
import { createNoteModeration } from './moderation.ts'
import { recentRequests } from './recent-requests.ts'
import { relationshipOf } from './relationship.ts'
import type { Relationships } from './relationships.ts'

const ExportedConnectionsSchema = Type.Array(RelationshipSchema)
const ExportedRequestsSchema = Type.Array(Type.String())

interface Deps {
  store: Store
  clock: Clock
  outbox: Operations['outbox']
  members: MemberService
  relationships: Relationships
  phrases: ReadPhrases
}

export type ConnectionService = ReturnType<typeof createConnectionService>

export function createConnectionService({ store, clock, outbox, members, relationships, phrases }: Deps) {
  return {
    commands: createConnectionCommands({ store, clock, outbox }),
    lists: createConnectionLists({ store, clock, phrases }),
    details: createConnectionDetails({ store, members }),
    moderation: createNoteModeration({ store, relationships }),

    /** Connections as the member sees them: an export must not reveal a decline. */
    async *exportOf(viewerId: string) {
      for await (const connection of eachOf(store, connections, ofMember(viewerId))) {
        const memberId = otherOf(connection, viewerId)
        const accountState = await accountStateOf(store, memberId)
        yield {
          ...relationshipOf(connection, { viewerId, memberId, now: clock(), accountState }),
          // The member's own note is always included, whatever the state of the request.
          ...(connection.requester === viewerId && connection.note && { note: connection.note }),
        }
      }
    },

    /** ISO instants of the requests that count towards the daily limit. */
    recentRequests: async (memberId: string) => (await store.get(recentRequests, memberId))?.at ?? [],

    /** Others keep their connections with the former member, and their requests to them. */
    async forget(memberId: string): Promise<void> {
      for (const { id } of await allOf(store, connections, ofMember(memberId))) {
        await store.transact(async (tx) => {
          const connection = await tx.get(connections, id)
          if (!connection) return
          const other = await accountStateOf(tx, otherOf(connection, memberId))
          const kept = other === 'deleted' ? undefined : withoutFormer(connection, memberId)
          if (kept) tx.put(connections, kept)
          else tx.delete(connections, id)
        })
      }
      await store.transact(async (tx) => tx.delete(recentRequests, memberId))
    },
  }
}

const ofMember = (memberId: string) =>
  ({ contains: { field: 'members', value: memberId }, orderBy: 'changedAt' }) as const

export const connectionsAccountData = (service: ConnectionService) =>
  exported({ name: 'connections', collections: [connections], schema: ExportedConnectionsSchema }, service)

export const recentRequestsAccountData = (service: ConnectionService) =>
  exported(
    { name: 'recentRequests', collections: [recentRequests], schema: ExportedRequestsSchema },
    { exportOf: service.recentRequests, forget: 'Deleted with the connections.' },
  )
