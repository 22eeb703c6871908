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
  const seenAt = new LRUCache<string, number>({ max: REMEMBERED })

  return async ({ id, sessionHash }: Actor, memberId: string): Promise<void> => {
    const visit = `${id} ${memberId}`
    if (id === memberId || clock() - (seenAt.get(visit) ?? -Infinity) < ONE_VISIT) return
    await audit({ action, actor: id, target: memberId, sessionHash })
    seenAt.set(visit, clock())
  }
}
