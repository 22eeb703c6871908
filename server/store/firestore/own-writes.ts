import { setTimeout as sleep } from 'node:timers/promises'

import { SECOND } from '#shared/lib/durations.ts'

/**
 * Milliseconds between a commit and the arrival of its change. A write that another follows at once may never
 * arrive.
 */
const DELIVERY_TIMEOUT = 2 * SECOND

/** Writes of this process that have not yet arrived through the listener. */
export function createOwnWrites() {
  const pending = new Map<
    string,
    { write: string; committed: boolean; delivery: PromiseWithResolvers<void> }
  >()

  function end(id: string, write: string) {
    const sent = pending.get(id)
    if (sent?.write !== write) return
    pending.delete(id)
    sent.delivery.resolve()
  }

  return {
    sent(id: string, write: string, committed: Promise<boolean>) {
      const entry = { write, committed: false, delivery: Promise.withResolvers<void>() }
      pending.get(id)?.delivery.resolve()
      pending.set(id, entry)
      void markWhenKnown()
      async function markWhenKnown() {
        entry.committed = await committed
        if (!entry.committed) end(id, write)
      }
    },
    arrived: end,
    async delivered() {
      const waiting = [...pending].filter(([, { committed }]) => committed)
      if (waiting.length === 0) return
      const timer = new AbortController()
      const late = sleep(DELIVERY_TIMEOUT, undefined, { signal: timer.signal }).then(
        () => waiting.forEach(([id, { write }]) => end(id, write)),
        () => {},
      )
      await Promise.race([Promise.all(waiting.map(([, { delivery }]) => delivery.promise)), late])
      timer.abort()
    },
  }
}
