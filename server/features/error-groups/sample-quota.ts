import { LRUCache } from 'lru-cache'

import { ERROR_GROUP_LIMITS } from '#shared/client-error-rules.ts'
import type { Clock } from '#server/lib/clock.ts'

const REMEMBERED = 2_000
/** Milliseconds until a group, or all groups, may have one more. */
const REFILL = { group: 10_000, all: 500 }
const MOST = { group: ERROR_GROUP_LIMITS.samples, all: 200 }

/**
 * Whether an entry becomes a sample: in this process at most 20 of a group at once, then one every 10 seconds, and of all
 * groups at most 200 at once, then two a second. So that neither an error storm nor invented fingerprints fill the store.
 */
export function createSampleQuota(clock: Clock) {
  const ofGroup = new LRUCache<string, Bucket>({ max: REMEMBERED })
  const ofAll: Bucket = { left: MOST.all, at: clock() }
  return (fingerprint: string): boolean => {
    const group = ofGroup.get(fingerprint) ?? { left: MOST.group, at: clock() }
    ofGroup.set(fingerprint, group)
    refill(group, clock(), { every: REFILL.group, most: MOST.group })
    refill(ofAll, clock(), { every: REFILL.all, most: MOST.all })
    if (group.left < 1 || ofAll.left < 1) return false
    group.left -= 1
    ofAll.left -= 1
    return true
  }
}

interface Bucket {
  left: number
  /** When it was last refilled. */
  at: number
}

function refill(bucket: Bucket, now: number, { every, most }: { every: number; most: number }) {
  const more = Math.max(0, Math.floor((now - bucket.at) / every))
  bucket.left = Math.min(most, bucket.left + more)
  bucket.at += more * every
}
