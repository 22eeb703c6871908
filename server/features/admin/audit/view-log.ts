import { LRUCache } from 'lru-cache'

import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { Clock } from '#server/lib/clock.ts'

/** Milliseconds within which one admin's further looks at the same member are part of the first. */
const ONE_VISIT = 10 * 60_000
const REMEMBERED = 1_000

interface Deps {
  clock: Clock
  audit: RecordAudit
  action?: string
}

/** Records that an admin looked at a member's account, or at something else that concerns the member. */
export function createViewLog({ clock, audit, action = 'member.viewed_by_admin' }: Deps) {
  const visits = new LRUCache<string, { at: number; recorded: Promise<void> }>({ max: REMEMBERED })

  return async ({ id, sessionHash }: Actor, memberId: string): Promise<void> => {
    if (id === memberId) return
    const visit = `${id} ${memberId}`
    const latest = visits.get(visit)
    if (latest && clock() - latest.at < ONE_VISIT) return latest.recorded
    // Requests of one screen arrive at once: they wait for the same entry.
    const recorded = audit({ action, actor: id, target: memberId, sessionHash })
    visits.set(visit, { at: clock(), recorded })
    try {
      await recorded
    } catch (error) {
      visits.delete(visit)
      throw error
    }
  }
}
