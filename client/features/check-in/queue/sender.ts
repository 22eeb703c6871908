import { createObservable } from '#client/lib/observable.ts'
import { OfflineError, ProblemError } from '#client/lib/request.ts'
import { DATA_CACHE } from '#shared/constants.ts'

import type { Noted, NotedQueue, Refusal } from './queue.ts'

/** As many as the server takes at once. */
const MOST = 200

interface Deps {
  queue: NotedQueue
  /** Tells the server of a batch; resolves to what it refused of it, in the same order. Safe to repeat. */
  deliver: (batch: readonly Noted[]) => Promise<readonly (Refusal | undefined)[]>
  /** One tab at a time. */
  withLock: (work: () => Promise<void>) => Promise<void>
  after: (delay: number, run: () => void) => () => void
}

export type Sender = ReturnType<typeof createSender>

/** Sends what was noted in its order, and goes on trying until it is told to stop. */
export function createSender({ queue, deliver, withLock, after }: Deps) {
  /** Events of which the server takes nothing, and why: trying again by itself would change nothing. */
  const held = createObservable<ReadonlyMap<string, ProblemError>>(new Map())
  let running = false
  let underWay = false
  let again = false
  let failures = 0
  let cancelRetry: (() => void) | undefined

  function flush() {
    cancelRetry?.()
    if (underWay) again = true
    if (!running || underWay) return
    underWay = true
    void withLock(sendAll).finally(() => {
      underWay = false
      if (!again) return
      again = false
      flush()
    })
  }

  async function sendAll() {
    for (;;) {
      queue.refresh()
      const batch = nextBatch(queue.all.get().filter(({ eventId }) => !held.get().has(eventId)))
      if (!running || batch.length === 0) return
      try {
        queue.settle(batch, await deliver(batch))
        failures = 0
      } catch (error) {
        if (!isFinal(error)) return retryLater(error)
        held.set(new Map(held.get()).set(batch[0]!.eventId, error))
      }
    }
  }

  function retryLater(error: unknown) {
    if (!isPassing(error)) throw error
    const delay = Math.min(DATA_CACHE.firstRetryDelay * 2 ** failures, DATA_CACHE.longestRetryDelay)
    failures += 1
    cancelRetry = after(delay, flush)
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
      cancelRetry?.()
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
  error instanceof ProblemError ||
  (error instanceof DOMException && error.name === 'TimeoutError')
