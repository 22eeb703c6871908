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
  // Requests of one screen arrive at once: they wait for the same entry.
  const visits = new LRUCache<string, true, Parameters<RecordAudit>[0]>({
    max: MAX_REMEMBERED,
    ttl: ONE_VISIT,
    ttlResolution: 0,
    perf: { now: clock },
    fetchMethod: (_key, _stale, { context }) => record(context).then(() => true),
  })

  return async ({ id, sessionHash }: Actor, memberId: string): Promise<void> => {
    if (id === memberId) return
    await visits.fetch(`${id} ${memberId}`, { context: { action, actor: id, target: memberId, sessionHash } })
  }
}
