/** Milliseconds. What was measured longer ago says nothing about now. */
const MEASURED_FOR = 10 * 60_000

/** How far a feed is behind, by Firestore's clock and this machine's. */
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
    /** Milliseconds: of the latest change, or since the feed was cut. Undefined when nothing has changed for long. */
    read() {
      if (cutSince !== undefined) return cutFor()
      return latest && now() - latest.at <= MEASURED_FOR ? latest.lag : undefined
    },
  }
}
