import { SECOND } from '#shared/lib/durations.ts'
import type { Backoff } from '#client/lib/storage/backoff.ts'

const WHILE_ANOTHER_TAB_SENDS = SECOND

export type SendLocks = Pick<LockManager, 'request'> | undefined

/** A timer. @returns a function that cancels it */
export type After = (delay: number, run: () => void) => () => void

interface Deps {
  lockName: string
  /** Undefined in old browsers: tabs may then send the same entry twice, so sending has to be safe to repeat. */
  locks: SendLocks
  backoff: Backoff
  after?: After | undefined
  /** Sends the next batch. Resolves to whether to continue with another. */
  sendNext: () => Promise<boolean>
}

/** Empties a queue: one run at a time in this tab, and one tab at a time. */
export function createSendLoop({ lockName, locks, backoff, after = afterDelay, sendNext }: Deps) {
  let sending = false
  let again = false
  let cancelTimer: (() => void) | undefined

  function cancelRetry() {
    cancelTimer?.()
    cancelTimer = undefined
  }

  function scheduleFlush(delay: number) {
    cancelRetry()
    cancelTimer = after(delay, () => {
      backoff.skip()
      void flush()
    })
  }

  async function sendAll() {
    while (!backoff.active() && (await sendNext()));
  }

  /**
   * Never queues for the lock: it is passed on before storage in another process reflects the deletions, which would
   * lead to sending twice.
   */
  async function sendWithLock() {
    if (!locks) return sendAll()
    let isAnswered = false
    try {
      await locks.request(lockName, { ifAvailable: true }, (lock) => {
        isAnswered = true
        return lock ? sendAll() : scheduleFlush(WHILE_ANOTHER_TAB_SENDS)
      })
    } catch (error) {
      // If the browser refuses locks, entries are left for the next flush.
      if (isAnswered) throw error
    }
  }

  /** Rejects only with errors of `sendNext`. */
  async function flush(): Promise<void> {
    again = sending
    if (sending || backoff.active()) return
    cancelRetry()
    sending = true
    try {
      await sendWithLock()
    } finally {
      sending = false
    }
    if (again) await flush()
  }

  return {
    flush,
    /** Called after a failure. @param retryAfter delay that the server asked for, in milliseconds */
    retryLater: (retryAfter?: number) => scheduleFlush(backoff.fail(retryAfter)),
    cancelRetry,
  }
}

function afterDelay(delay: number, run: () => void) {
  const timer = setTimeout(run, delay)
  return () => clearTimeout(timer)
}
