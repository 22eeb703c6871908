import { StoreUnavailable } from './port.ts'

export interface StoreLog {
  warn(facts: object, message: string): void
  info(facts: object, message: string): void
}

interface Deps {
  /** Resolves when the store answers. */
  ping: () => Promise<unknown>
  log: StoreLog
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/** Milliseconds. */
const PROBE_INTERVAL = 1_000

/**
 * When a call fails for want of an answer it asks once more; if that fails too there is an outage, in which calls fail
 * at once until the store answers again.
 */
export function createCircuitBreaker({ ping, log }: Deps) {
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
      if (!outage) {
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
  return {
    /** @throws StoreUnavailable during an outage, and after `stop` */
    assertClosed,
    async run<T>(call: () => Promise<T>): Promise<T> {
      assertClosed()
      try {
        return await call()
      } catch (error) {
        if (isOutage(error) && !outage) startProbe()
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
  error instanceof StoreUnavailable && (error.kind === 'outage' || error.kind === 'deadline')
