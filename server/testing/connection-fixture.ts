import { blocks } from '#server/features/blocks/collection.ts'
import { createBlockService } from '#server/features/blocks/service.ts'
import { connections } from '#server/features/connections/collection.ts'
import { recentRequests } from '#server/features/connections/recent-requests.ts'
import { createConnectionService } from '#server/features/connections/service.ts'
import { newcomer } from '#server/features/members/admission.ts'
import { type MemberDocument, members } from '#server/features/members/collection.ts'
import { createViewing } from '#server/features/members/viewing.ts'
import type { Happening } from '#server/features/notifications/types.ts'
import { isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { setStatus } from './member-status.ts'
import { openTemporaryStore } from './temporary-store.ts'

const NAMES: Record<string, string> = { emile: 'Émile Noether' }

/**
 * The connection and block services among members whose name is their id, and who join when they are first named. Only
 * `nobody` is no member. A real store unless one is given.
 */
export function createConnectionFixture(
  store: Store = openTemporaryStore([blocks, connections, members, recentRequests]),
) {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const clock = () => now
  const joined = new Map<string, Promise<void>>()
  const join = (...ids: string[]) =>
    Promise.all(
      ids
        .filter((id) => id !== 'nobody')
        .map((id) =>
          joined.getOrInsertComputed(id, () => store.transact(async (tx) => tx.put(members, memberOf(id)))),
        ),
    )

  const viewing = createViewing({
    store,
    clock,
    relationshipKindOf: (viewerId, memberId) => service.relationshipKindOf(viewerId, memberId),
    relationshipKindsOf: (viewerId, memberIds) => service.relationshipKindsOf(viewerId, memberIds),
    hasBlocked: (blocker, memberId) => blocking.hasBlocked(blocker, memberId),
    prestigeOf: async () => undefined,
  })
  const blocking = createBlockService({
    store,
    clock,
    names: viewing.names,
    endConnection: (tx, blocker, blocked) => service.endByBlock(tx, blocker, blocked),
    leaveMeetings: async () => {},
  })
  const happenings: Happening[] = []
  const service = createConnectionService({
    store,
    clock,
    notify: (_, happening) => void happenings.push(happening),
    requestAnswered: async () => {},
    accountStateOf: viewing.accountStateOf,
    profile: viewing.profile,
    blocksBetween: blocking.blocksBetween,
    eventsTogether: async () => [],
    meetingsTogether: async () => [],
  })
  return {
    ...service,
    async sendRequest(...request: Parameters<typeof service.sendRequest>) {
      await join(request[0], request[1].memberId)
      return service.sendRequest(...request)
    },
    async relationshipWith(viewerId: string, memberId: string) {
      await join(viewerId, memberId)
      return service.relationshipWith(viewerId, memberId)
    },
    async block(blocker: string, blocked: string) {
      await join(blocker, blocked)
      return blocking.block(blocker, blocked)
    },
    unblock: blocking.unblock,
    happenings,
    async suspend(id: string) {
      await join(id)
      await setStatus(store, id, 'suspended', now)
    },
    readmit: (id: string) => setStatus(store, id, 'active', now),
    /** Changes the member's profile. */
    edit: (id: string, edit: Partial<MemberDocument>) =>
      store.transact(async (tx) => tx.put(members, { ...(await tx.get(members, id))!, ...edit })),
    now: clock,
    advance: (milliseconds: number) => void (now += milliseconds),
    close: store.close,
  }

  function memberOf(id: string): MemberDocument {
    const at = isoInstant(now)
    return {
      ...newcomer(id, at),
      version: 1,
      changedAt: at,
      email: `${id}@example.org`,
      displayName: NAMES[id] ?? id,
    }
  }
}
