import { LRUCache } from 'lru-cache'

/** Timeouts in a row: those of one message, with its further tries. */
const MAX_TIMEOUTS = 3
/** Milliseconds. Short, as a push service that is out for all of its browsers looks the same. */
const PAUSE = 15 * 60 * 1_000
/** More than this at once would only be tried too often. */
const MAX_ENDPOINTS = 10_000

/** Endpoints that let requests time out: each request to one would hold its place until the deadline. */
export function createUnresponsiveEndpoints() {
  const timeouts = new LRUCache<string, number>({ max: MAX_ENDPOINTS, ttl: PAUSE })
  return {
    isPaused: (id: string) => (timeouts.get(id) ?? 0) >= MAX_TIMEOUTS,
    timedOut: (id: string) => void timeouts.set(id, (timeouts.get(id) ?? 0) + 1),
    answered: (id: string) => void timeouts.delete(id),
  }
}
