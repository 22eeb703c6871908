import type { MemberCard } from '#shared/members.ts'
import { blocks } from '#server/features/blocks/collection.ts'
import { createBlockLookups } from '#server/features/blocks/queries.ts'
import { createBlockService } from '#server/features/blocks/service.ts'
import { connections } from '#server/features/connections/collection.ts'
import { createConnectionReadModel } from '#server/features/connections/read-model.ts'
import { recentRequests } from '#server/features/connections/recent-requests.ts'
import { createConnectionService } from '#server/features/connections/service.ts'
import type { Happening } from '#server/features/notifications/types.ts'

import type { Store } from '#server/store/port.ts'

import { openTemporaryStore } from './temporary-store.ts'

const NAMES: Record<string, string> = { emile: 'Émile Noether' }

/** The connection and block services among members whose name is their id. A real store unless one is given. */
export function createConnectionFixture(
  store: Store = openTemporaryStore([blocks, connections, recentRequests]),
) {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const clock = () => now
  /** Ids of suspended members. */
  const inactive = new Set<string>()

  const stateOf = (id: string) => {
    if (id === 'nobody') return 'unknown'
    return inactive.has(id) ? 'inactive' : 'active'
  }
  const names = async (ids: readonly string[]): Promise<MemberCard[]> =>
    ids.filter((id) => id !== 'nobody').map((id) => ({ id, displayName: NAMES[id] ?? id }))
  const { hiddenFrom } = createBlockLookups(store)
  const blocking = createBlockService({
    store,
    clock,
    names,
    endConnection: (tx, blocker, blocked) => service.endByBlock(tx, blocker, blocked),
    leaveMeetings: async () => {},
  })
  const happenings: Happening[] = []
  const service = createConnectionService({
    store,
    clock,
    notify: (_, happening) => void happenings.push(happening),
    requestAnswered: async () => {},
    readModel: createConnectionReadModel(store),
    names,
    accountStateOf: async (_, id) => stateOf(id),
    accountStates: async () => stateOf,
    cards: async (viewerId, ids) => {
      const hidden = await hiddenFrom(viewerId)
      return names(ids.filter((id) => !hidden.has(id) && !inactive.has(id)))
    },
    profile: async ({ id: viewerId }, id) => ({ id, displayName: id, joinedAt: viewerId, timeZone: 'UTC' }),
    hiddenFrom,
    blocksBetween: blocking.blocksBetween,
    eventsTogether: async () => [],
    meetingsTogether: async () => [],
  })
  return {
    ...service,
    block: blocking.block,
    unblock: blocking.unblock,
    happenings,
    inactive,
    now: clock,
    advance: (milliseconds: number) => void (now += milliseconds),
    close: store.close,
  }
}
