import { createObservable } from '#client/lib/observable.ts'
import { createBackoff } from '#client/lib/storage/backoff.ts'
import { isFinal, isTransient } from '#client/lib/offline-queue/failures.ts'
import { type After, createSendLoop, type SendLocks } from '#client/lib/offline-queue/send-loop.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { DATA_CACHE } from '#shared/lib/request-limits.ts'

import type { CheckInQueue, QueuedCheckIn, Rejection } from './queue.ts'

/** The limit of the server. */
const BATCH_SIZE = 200

interface Deps {
  queue: CheckInQueue
  /** Sends a batch and resolves to its rejections, in the same order. Idempotent. */
  deliver: (batch: readonly QueuedCheckIn[]) => Promise<readonly (Rejection | undefined)[]>
  locks: SendLocks
  after?: After
  now: () => number
  /** Whether this device is offline. */
  isOffline: () => boolean
}

/** Sends queued check-ins in their order, and retries until it is stopped. */
export function createCheckInSender({ queue, deliver, locks, after, now, isOffline }: Deps) {
  /** Events whose check-ins the server refuses as a whole, with the error. They are not retried automatically. */
  const blocked = createObservable<ReadonlyMap<string, ProblemError>>(new Map())
  const backoff = createBackoff({ delays: DATA_CACHE, now })
  const loop = createSendLoop({ lockName: 'check-ins', locks, backoff, after, sendNext })
  let running = false

  /** Ignores the backoff: there is something new, or the server can be reached again. */
  async function flush() {
    if (!running) return
    backoff.skip()
    await loop.flush()
  }

  async function sendNext() {
    queue.refresh()
    const batch = nextBatch(queue.all.get().filter(({ eventId }) => !blocked.get().has(eventId)))
    if (!running || batch.length === 0) return false
    if (isOffline()) {
      // A request that is repeated once back online could arrive after the check-in was undone.
      loop.retryLater(0)
      return false
    }
    queue.markSent(batch)
    try {
      queue.resolve(batch, await deliver(batch))
      backoff.succeed()
    } catch (error) {
      if (isTransient(error)) {
        loop.retryLater(error instanceof ProblemError ? error.retryAfter : 0)
        return false
      }
      if (!isFinal(error)) throw error
      blocked.set(new Map(blocked.get()).set(batch[0]!.eventId, error))
    }
    return true
  }

  return {
    blocked,
    flush,
    start() {
      running = true
      void flush()
    },
    stop() {
      running = false
      loop.cancelRetry()
    },
    /** Unblocks an event. */
    retry(eventId: string) {
      blocked.set(new Map([...blocked.get()].filter(([id]) => id !== eventId)))
      void flush()
    },
  }
}

/** The oldest check-ins of one event, or the oldest undo alone: later ones must not overtake it. */
export function nextBatch(queued: readonly QueuedCheckIn[]): readonly QueuedCheckIn[] {
  const waiting = queued.filter(({ rejected }) => !rejected)
  const [first] = waiting
  if (!first) return []
  const end = waiting.findIndex(({ eventId, undo }) => eventId !== first.eventId || undo !== undefined)
  if (end === 0) return [first]
  return waiting.slice(0, Math.min(end === -1 ? BATCH_SIZE : end, BATCH_SIZE))
}
