import { SECOND } from '#shared/lib/durations.ts'

/** Milliseconds. */
const FIRST = SECOND / 2
const LONGEST = 20 * SECOND
/** An attempt that was good for less counts as failed. */
const GOOD_FOR = 10 * SECOND

export type FeedBackoff = ReturnType<typeof createFeedBackoff>

/**
 * Pauses between attempts, doubled each time, with jitter: nine attempts in the first minute, then three to six a
 * minute.
 */
export function createFeedBackoff(random: () => number) {
  let failures = 0
  return {
    /** @param goodFor milliseconds for which the last attempt was good @returns milliseconds */
    next(goodFor = 0) {
      if (goodFor >= GOOD_FOR) {
        failures = 0
        // Firestore ends each stream within an hour.
        return 0
      }
      const pause = Math.min(FIRST * 2 ** failures, LONGEST)
      failures += 1
      return pause * (0.5 + random() / 2)
    },
  }
}
