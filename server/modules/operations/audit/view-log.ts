import { LRUCache } from 'lru-cache'

import { MINUTE } from '#shared/lib/durations.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Clock } from '#server/lib/clock.ts'

import type { RecordAudit } from './types.ts'

/** Milliseconds within which one admin's further views of the same member are part of the first. */
const ONE_VISIT = 10 * MINUTE
const MAX_REMEMBERED = 1_000

interface Deps {
  clock: Clock
  record: RecordAudit
  action: string
}

/** Records that an admin viewed a member's account, or something else that concerns the member. */
export function createViewLog({ clock, record, action }: Deps) {
  const visits = new LRUCache<string, { at: number; recorded: Promise<void> }>({ max: MAX_REMEMBERED })

  return async ({ id, sessionHash }: Actor, memberId: string): Promise<void> => {
    if (id === memberId) return
    const visit = `${id} ${memberId}`
    const latest = visits.get(visit)
    if (latest && clock() - latest.at < ONE_VISIT) return latest.recorded
    // Requests of one screen arrive at once: they wait for the same entry.
    const recorded = record({ action, actor: id, target: memberId, sessionHash })
    visits.set(visit, { at: clock(), recorded })
    try {
      await recorded
    } catch (error) {
      visits.delete(visit)
      throw error
    }
  }
}
