import type { Store } from '#server/store/port.ts'
import type { BlockedBy, HiddenFrom } from '#server/features/connections/types.ts'

import { blocks } from './collection.ts'

type Pair = readonly [blocker: string, blocked: string]

/** Who must not see whom, in memory. For lists; what guards a profile or a command reads the store. */
export function createBlockReadModel(store: Pick<Store, 'openFeed'>) {
  const pairs = new Map<string, Pair>()
  /** By member, for each block in either direction: its id and the other. */
  const others = new Map<string, Map<string, string>>()

  function remove(id: string) {
    for (const memberId of pairs.get(id) ?? []) {
      const own = others.get(memberId)
      own?.delete(id)
      if (own?.size === 0) others.delete(memberId)
    }
    pairs.delete(id)
  }

  const { sync } = store.openFeed(blocks, {
    put({ id, blocker, blocked }) {
      pairs.set(id, [blocker, blocked])
      others.getOrInsertComputed(blocker, () => new Map()).set(id, blocked)
      others.getOrInsertComputed(blocked, () => new Map()).set(id, blocker)
    },
    remove,
    reset: () => [...pairs.keys()].forEach(remove),
  })

  const hiddenFrom: HiddenFrom = async (viewerId) => {
    await sync()
    return new Set(others.get(viewerId)?.values())
  }
  const blockedBy: BlockedBy = async (viewerId) => {
    await sync()
    const own = [...(others.get(viewerId) ?? [])].filter(([id]) => pairs.get(id)?.[0] === viewerId)
    return new Set(own.map(([, blocked]) => blocked))
  }
  return { hiddenFrom, blockedBy, sync, count: () => pairs.size }
}
