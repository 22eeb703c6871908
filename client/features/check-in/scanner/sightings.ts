/** Milliseconds out of sight after which a code is shown anew. */
const GONE_AFTER = 3_000

/** A code that is held before the camera is read many times, and meant once. @param now milliseconds */
export function createSightings(now: () => number) {
  const lastSeen = new Map<string, number>()
  return {
    isNew(code: string): boolean {
      const time = now()
      for (const [seen, at] of lastSeen) if (time - at > GONE_AFTER) lastSeen.delete(seen)
      const isHeld = lastSeen.has(code)
      lastSeen.set(code, time)
      return !isHeld
    },
  }
}
