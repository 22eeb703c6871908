import { LRUCache } from 'lru-cache'

import { MINUTE } from '#shared/lib/durations.ts'
import { maxEntries } from '#server/lib/max-entries.ts'

/** Consecutive timeouts: those of one message, with its further attempts. */
const MAX_TIMEOUTS = 3
/** Milliseconds. Short, because a push service whose browsers are all unreachable looks the same. */
const PAUSE = 15 * MINUTE
/** Maximum endpoints that are remembered. The cost of exceeding it is only further attempts. */
const MAX_ENDPOINTS = 10_000

/** Endpoints that let requests time out: each request to one would occupy its slot until the deadline. */
export function createUnresponsiveEndpoints() {
  const timeouts = new LRUCache<string, number>({ ...maxEntries(MAX_ENDPOINTS), ttl: PAUSE })
  return {
    isPaused: (id: string) => (timeouts.get(id) ?? 0) >= MAX_TIMEOUTS,
    timedOut: (id: string) => void timeouts.set(id, (timeouts.get(id) ?? 0) + 1),
    answered: (id: string) => void timeouts.delete(id),
  }
}
