import type { Tie } from '#shared/connections.ts'
import { allOf } from '#server/lib/all-of.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Closeness, ClosenessOf, HiddenFrom, PresenceOf } from '#server/lib/ties.ts'
import type { Store } from '#server/store/port.ts'

import { connections } from './collection.ts'
import { connectionIdOf, otherOf } from './connection-state.ts'
import { tieOf } from './ties.ts'

export interface ClosenessDeps {
  store: Store
  clock: Clock
  hiddenFrom: HiddenFrom
  presenceOf: PresenceOf
  /** Whether it was the viewer who blocked the member. */
  blockedBy: (viewerId: string, memberId: string) => Promise<boolean>
}

/** How others stand to the viewer. */
export function createCloseness({ store, clock, hiddenFrom, presenceOf, blockedBy }: ClosenessDeps) {
  const pairs = (viewerId: string, memberIds: readonly string[]) =>
    store.getMany(
      connections,
      memberIds.map((memberId) => connectionIdOf(viewerId, memberId)),
    )

  const closeness: ClosenessOf = async (viewerId, memberIds) => {
    if (memberIds.length === 0) return new Map()
    const [hidden, found] = await Promise.all([hiddenFrom(viewerId), pairs(viewerId, memberIds)])
    const connected = new Set(found.flatMap((pair) => (pair?.state === 'accepted' ? pair.members : [])))
    const closenessTo = (memberId: string): Closeness => {
      if (hidden.has(memberId)) return 'hidden'
      return connected.has(memberId) && memberId !== viewerId ? 'connection' : 'member'
    }
    return new Map(memberIds.map((memberId) => [memberId, closenessTo(memberId)]))
  }

  return {
    closeness,

    /** What a card of each of them can offer. For people whom the viewer may see: says nothing of blocks. */
    async tiesWith(viewerId: string, memberIds: readonly string[]): Promise<ReadonlyMap<string, Tie>> {
      if (memberIds.length === 0) return new Map()
      const found = await pairs(viewerId, memberIds)
      const now = clock()
      return new Map(
        memberIds.map((memberId, at) => [memberId, tieOf(found[at], { viewerId, memberId, now })] as const),
      )
    },

    async tieWith(viewerId: string, memberId: string): Promise<Tie> {
      const [[connection], blockedByViewer, presence] = await Promise.all([
        pairs(viewerId, [memberId]),
        blockedBy(viewerId, memberId),
        presenceOf(store, memberId),
      ])
      const away = presence !== 'here'
      return tieOf(connection, { viewerId, memberId, now: clock(), blockedByViewer, away })
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
