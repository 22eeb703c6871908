import { SECOND } from '#shared/lib/durations.ts'
import { StoreDeadlineExceeded, StoreUnavailable } from '#server/store/port.ts'
import type { StoreLog } from '#server/store/store-log.ts'

interface Deps {
  /** Resolves when the store answers. */
  ping: () => Promise<unknown>
  /** Drops connections on which nothing answers; otherwise they stay open for minutes. */
  reset: () => void
  log: StoreLog
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/** Milliseconds. */
const PROBE_INTERVAL = SECOND

/**
 * When a call fails without an answer, the store is pinged once. If that fails too, there is an outage: calls fail
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
      // Not after the first failure: the store may only be slow, and Firestore keeps the locks of dropped
      // calls.
      if (outage) reset()
      else {
        since = performance.now()
        log.warn({ kind: error.kind, err: error }, 'store unreachable')
      }
      outage = error
      if (!stopped) timer = setTimeout(startProbe, PROBE_INTERVAL).unref()
    } else if (outage) {
      outage = undefined
      log.info({ outageMs: Math.round(performance.now() - since) }, 'store reachable again')
    }
  }
  const startProbe = () => void (probing ??= probe().finally(() => (probing = undefined)))

  function assertClosed() {
    if (stopped) throw new StoreUnavailable('The store is closed')
    if (outage) throw new StoreUnavailable('The store is known to be unreachable', { cause: outage })
  }
  /** Reports an error that is not thrown, because another attempt may succeed. */
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
