import type { EventSummary } from '#shared/events.ts'
import type { MeetingTogether } from '#shared/meetings.ts'
import type { MemberProfile } from '#shared/members.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { allOf, eachOf } from '#server/lib/all-of.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { connections } from './collection.ts'
import { createConnectionCommands } from './commands.ts'
import { otherOf, withoutFormer } from './connection-state.ts'
import { createConnectionDetails } from './details.ts'
import { createConnectionLists } from './lists.ts'
import { createNoteModeration } from './moderation.ts'
import { recentRequests } from './recent-requests.ts'
import { relationshipOf } from './relationship.ts'
import { createRelationships } from './relationships.ts'
import type { AccountStateOf, BlocksBetween } from './types.ts'

interface Deps {
  store: Store
  clock: Clock
  notify: Notify
  requestAnswered: (memberId: string, connectionId: string) => Promise<void>
  accountStateOf: AccountStateOf
  blocksBetween: BlocksBetween
  profile: (viewer: Actor, memberId: string) => Promise<MemberProfile>
  /** Events that both attended or are going to, latest first. */
  eventsTogether: (viewerId: string, memberId: string) => Promise<EventSummary[]>
  meetingsTogether: (viewerId: string, memberId: string) => Promise<MeetingTogether[]>
}

export type ConnectionService = ReturnType<typeof createConnectionService>

export function createConnectionService(deps: Deps) {
  const { store, clock, notify, requestAnswered, accountStateOf, blocksBetween } = deps
  const { profile, eventsTogether, meetingsTogether } = deps
  const relationships = createRelationships({ store, clock, accountStateOf, blocksBetween })

  return {
    ...relationships,
    ...createConnectionCommands({ store, clock, notify, requestAnswered, accountStateOf, blocksBetween }),
    ...createConnectionLists({ store, clock }),
    ...createConnectionDetails({ store, accountStateOf, profile, eventsTogether, meetingsTogether }),

    moderation: createNoteModeration({ store, relationshipWith: relationships.relationshipWith }),

    /** As the member sees them: an export must not reveal a decline. */
    async *exportOf(viewerId: string) {
      for await (const connection of eachOf(store, connections, ofMember(viewerId))) {
        const memberId = otherOf(connection, viewerId)
        const accountState = await accountStateOf(store, memberId)
        yield {
          ...relationshipOf(connection, { viewerId, memberId, now: clock(), accountState }),
          // A note they wrote is always included, whatever the state of the request.
          ...(connection.requester === viewerId && connection.note && { note: connection.note }),
        }
      }
    },

    /** ISO instants of the requests that count towards the daily limit. */
    recentRequests: async (memberId: string) => (await store.get(recentRequests, memberId))?.at ?? [],

    /** Others keep their connections with the former member, and what they asked for. */
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
