import { LRUCache } from 'lru-cache'

import { ALL_MEMBERS } from '#shared/operations/audit.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { dateOfDay, dayNumber } from '#server/lib/time/weeks.ts'
import type { Store } from '#server/store/port.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
}

interface View {
  admin: Actor
  action: string
  day: number
}

const ACTIONS = { list: 'members.listed_by_admin', search: 'members.searched_by_admin' } as const
const MAX_REMEMBERED = 1_000

export type ListViewLog = ReturnType<typeof createListViewLog>

/** Records that an admin saw email addresses of members in a list: one entry a day (UTC) for each admin and kind. */
export function createListViewLog({ store, clock, operations }: Deps) {
  const { audit } = operations

  const record = ({ admin: { id: actor, sessionHash }, action, day }: View) =>
    store.transact(async (tx) => {
      const since = isoInstant(Date.parse(dateOfDay(day)) - 1)
      if ((await audit.timesOf(tx, { action, actor }, { since, limit: 1 })).length > 0) return
      await audit.record({ action, actor, target: ALL_MEMBERS, sessionHash }, tx)
    })

  const recorded = new LRUCache<string, true, View>({
    max: MAX_REMEMBERED,
    fetchMethod: (_key, _stale, { context }) => record(context).then(() => true),
  })

  return {
    async record(admin: Actor, kind: keyof typeof ACTIONS): Promise<void> {
      const day = dayNumber(clock())
      await recorded.fetch(`${day} ${kind} ${admin.id}`, { context: { admin, action: ACTIONS[kind], day } })
    },
  }
}
