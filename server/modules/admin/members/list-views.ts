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

const ACTIONS = { list: 'members.listed_by_admin', search: 'members.searched_by_admin' } as const
const MAX_REMEMBERED = 1_000

export type ListViewLog = ReturnType<typeof createListViewLog>

/** Records that an admin saw email addresses of members in a list: one entry a day (UTC) for each admin and kind. */
export function createListViewLog({ store, clock, operations }: Deps) {
  const { audit } = operations
  const recorded = new LRUCache<string, Promise<void>>({ max: MAX_REMEMBERED })

  const record = ({ id: actor, sessionHash }: Actor, action: string, day: number) =>
    store.transact(async (tx) => {
      const since = isoInstant(Date.parse(dateOfDay(day)) - 1)
      if ((await audit.timesOf(tx, { action, actor }, { since, limit: 1 })).length > 0) return
      await audit.record({ action, actor, target: ALL_MEMBERS, sessionHash }, tx)
    })

  async function recordView(admin: Actor, kind: keyof typeof ACTIONS): Promise<void> {
    const day = dayNumber(clock())
    const key = `${day} ${kind} ${admin.id}`
    const recording = recorded.get(key) ?? record(admin, ACTIONS[kind], day)
    recorded.set(key, recording)
    try {
      await recording
    } catch (error) {
      recorded.delete(key)
      throw error
    }
  }

  return { record: recordView }
}
