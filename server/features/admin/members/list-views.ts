import { LRUCache } from 'lru-cache'

import { ALL_MEMBERS } from '#shared/admin.ts'
import type { RecordAudit, TimesOf } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { dateOfDay, dayOf } from '#server/lib/weeks.ts'
import type { Store } from '#server/store/port.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  timesOf: TimesOf
}

const ACTIONS = { list: 'members.listed_by_admin', search: 'members.searched_by_admin' } as const
const REMEMBERED = 1_000

/** Records that an admin saw email addresses of members in a list: one entry a day (UTC) for each admin and kind. */
export function createListViewLog({ store, clock, audit, timesOf }: Deps) {
  const recorded = new LRUCache<string, Promise<void>>({ max: REMEMBERED })

  const record = ({ id: actor, sessionHash }: Actor, action: string, day: number) =>
    store.transact(async (tx) => {
      const since = isoInstant(Date.parse(dateOfDay(day)) - 1)
      if ((await timesOf(tx, { action, actor }, { since, limit: 1 })).length > 0) return
      await audit({ action, actor, target: ALL_MEMBERS, sessionHash }, tx)
    })

  return async (admin: Actor, kind: keyof typeof ACTIONS): Promise<void> => {
    const day = dayOf(clock())
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
}
