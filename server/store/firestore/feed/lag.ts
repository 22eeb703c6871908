import { MINUTE } from '#shared/lib/durations.ts'

/** Milliseconds. Older measurements say nothing about now. */
const MEASURED_FOR = 10 * MINUTE

/** Measures how far a feed is behind, by Firestore's clock and this machine's. */
export function createFeedLag(now: () => number = Date.now) {
  let latest: { lag: number; at: number } | undefined
  let cutSince: number | undefined
  const cutFor = () => (cutSince === undefined ? 0 : Math.max(0, now() - cutSince))
  return {
    /** @param changedAt epoch milliseconds, by Firestore's clock */
    arrived: (changedAt: number) => void (latest = { lag: Math.max(0, now() - changedAt), at: now() }),
    /** Nothing arrives until `restored`. */
    cut: () => void (cutSince ??= now()),
    restored: () => void (cutSince = undefined),
    cutFor,
    /**
     * Milliseconds: lag of the latest change, or time since the feed was cut. Undefined when nothing has changed for
     * a long time.
     */
    read() {
      if (cutSince !== undefined) return cutFor()
      return latest && now() - latest.at <= MEASURED_FOR ? latest.lag : undefined
    },
  }
}
