import { StoreDeadlineExceeded, StoreUnavailable } from './port.ts'
import type { StoreLog } from './store-log.ts'

interface Deps {
  /** Resolves when the store answers. */
  ping: () => Promise<unknown>
  /** Drops connections on which nothing answers; otherwise they stay open for minutes. */
  reset: () => void
  log: StoreLog
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/** Milliseconds. */
const PROBE_INTERVAL = 1_000

/**
 * When a call fails for want of an answer it asks once more; if that fails too there is an outage, in which calls fail
 * at once until the store answers again.
 */
export function createCircuitBreaker({ ping, reset, log }: Deps) {
  let outage: StoreUnavailable | undefined
  let probing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let since = 0
  let stopped = false

  async function probe() {
    const error = await ping().then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (isOutage(error)) {
      // Not at the first failure: it may be slow only, and Firestore keeps the locks of what is cut off.
      if (outage) reset()
      else {
        since = performance.now()
        log.warn({ kind: error.kind, err: error }, 'store out of reach')
      }
      outage = error
      if (!stopped) timer = setTimeout(startProbe, PROBE_INTERVAL).unref()
    } else if (outage) {
      outage = undefined
      log.info({ outageMs: Math.round(performance.now() - since) }, 'store within reach again')
    }
  }
  const startProbe = () => void (probing ??= probe().finally(() => (probing = undefined)))

  function assertClosed() {
    if (stopped) throw new StoreUnavailable('The store is closed')
    if (outage) throw new StoreUnavailable('The store is known to be out of reach', { cause: outage })
  }
  /** For a call whose error is not thrown: it may succeed in another attempt. */
  function suspect(error: unknown) {
    if ((isOutage(error) || error instanceof StoreDeadlineExceeded) && !outage) startProbe()
  }
  return {
    suspect,
    /** @throws StoreUnavailable during an outage, and after `stop` */
    assertClosed,
    async run<T>(call: () => Promise<T>): Promise<T> {
      assertClosed()
      try {
        return await call()
      } catch (error) {
        suspect(error)
        throw error
      }
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

const isOutage = (error: unknown): error is StoreUnavailable =>
  error instanceof StoreUnavailable && error.kind === 'outage'
