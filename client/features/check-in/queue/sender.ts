import { createObservable } from '#client/lib/observable.ts'
import { createBackoff } from '#client/lib/offline-queue/backoff.ts'
import { createSendLoop, type SendLocks } from '#client/lib/offline-queue/send-loop.ts'
import { OfflineError, ProblemError } from '#client/lib/request.ts'
import { DATA_CACHE } from '#shared/constants.ts'

import type { Noted, NotedQueue, Refusal } from './queue.ts'

/** As many as the server takes at once. */
const MOST = 200

interface Deps {
  queue: NotedQueue
  /** Tells the server of a batch; resolves to what it refused of it, in the same order. Safe to repeat. */
  deliver: (batch: readonly Noted[]) => Promise<readonly (Refusal | undefined)[]>
  locks: SendLocks
  after: (delay: number, run: () => void) => () => void
  now: () => number
}

export type Sender = ReturnType<typeof createSender>

/** Sends what was noted in its order, and continues until it is stopped. */
export function createSender({ queue, deliver, locks, after, now }: Deps) {
  /** Events of which the server takes nothing, and why: trying again by itself would change nothing. */
  const held = createObservable<ReadonlyMap<string, ProblemError>>(new Map())
  const backoff = createBackoff({ delays: DATA_CACHE, now })
  const loop = createSendLoop({ lockName: 'check-ins', locks, backoff, after, sendNext })
  let running = false

  /** At once, whatever the backoff: there is something new, or the server can be reached again. */
  function flush() {
    if (!running) return
    backoff.skip()
    void loop.flush()
  }

  async function sendNext() {
    queue.refresh()
    const batch = nextBatch(queue.all.get().filter(({ eventId }) => !held.get().has(eventId)))
    if (!running || batch.length === 0) return false
    try {
      queue.settle(batch, await deliver(batch))
      backoff.succeed()
    } catch (error) {
      if (isPassing(error)) {
        loop.retryLater(error instanceof ProblemError ? error.retryAfter : 0)
        return false
      }
      if (!isFinal(error)) throw error
      held.set(new Map(held.get()).set(batch[0]!.eventId, error))
    }
    return true
  }

  return {
    held,
    flush,
    start() {
      running = true
      flush()
    },
    stop() {
      running = false
      loop.cancelRetry()
    },
    /** Asks again about an event of which the server took nothing. */
    release(eventId: string) {
      held.set(new Map([...held.get()].filter(([id]) => id !== eventId)))
      flush()
    },
  }
}

/** The oldest arrivals of one event, or the oldest undoing by itself: what happened later must not overtake it. */
export function nextBatch(noted: readonly Noted[]): readonly Noted[] {
  const waiting = noted.filter(({ refused }) => !refused)
  const [first] = waiting
  if (!first) return []
  const end = waiting.findIndex(({ eventId, undo }) => eventId !== first.eventId || undo)
  if (end === 0) return [first]
  return waiting.slice(0, Math.min(end === -1 ? MOST : end, MOST))
}

const PASSING = [401, 408, 425, 429]

const isFinal = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.status < 500 && !PASSING.includes(error.status)

/** No answer, none in time, or one that may be another soon. */
const isPassing = (error: unknown) =>
  error instanceof OfflineError ||
  (error instanceof ProblemError && !isFinal(error)) ||
  (error instanceof DOMException && error.name === 'TimeoutError')
