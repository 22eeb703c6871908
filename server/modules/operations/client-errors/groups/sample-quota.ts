import { LRUCache } from 'lru-cache'

import { ERROR_GROUP_LIMITS } from '#shared/operations/client-error-rules.ts'
import type { Clock } from '#server/lib/clock.ts'

const MAX_BUCKETS = 2_000
/** Milliseconds until a group, or all groups together, may have one more. */
const REFILL = { group: 10_000, all: 500 }
const MAX_SAMPLES = { group: ERROR_GROUP_LIMITS.samples, all: 200 }

/**
 * Whether an entry becomes a sample: in this process at most 20 per group at once, then one every 10 seconds, and
 * for all groups at most 200 at once, then two a second. So neither an error storm nor invented fingerprints fill
 * the store.
 */
export function createSampleQuota(clock: Clock) {
  const ofGroup = new LRUCache<string, Bucket>({ max: MAX_BUCKETS })
  const ofAll: Bucket = { left: MAX_SAMPLES.all, at: clock() }
  return (fingerprint: string): boolean => {
    const group = ofGroup.get(fingerprint) ?? { left: MAX_SAMPLES.group, at: clock() }
    ofGroup.set(fingerprint, group)
    refill(group, clock(), { every: REFILL.group, most: MAX_SAMPLES.group })
    refill(ofAll, clock(), { every: REFILL.all, most: MAX_SAMPLES.all })
    if (group.left < 1 || ofAll.left < 1) return false
    group.left -= 1
    ofAll.left -= 1
    return true
  }
}

interface Bucket {
  left: number
  /** Time of the last refill. */
  at: number
}

function refill(bucket: Bucket, now: number, { every, most }: { every: number; most: number }) {
  const more = Math.max(0, Math.floor((now - bucket.at) / every))
  bucket.left = Math.min(most, bucket.left + more)
  bucket.at += more * every
}
