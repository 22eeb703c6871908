import { setTimeout as wait } from 'node:timers/promises'

import { SECOND } from '#shared/lib/durations.ts'

/**
 * Milliseconds between a commit and the arrival of its change. A write that another follows at once may never
 * arrive.
 */
const DELIVERY_TIMEOUT = 2 * SECOND

/** A transaction of this process whose writes are on their way. */
export interface OwnCommit {
  readonly id: string
  /** Whether it is known: from the answer, or because one of its writes has arrived before that. */
  isCommitted: boolean
}

/** Writes of this process that have not yet arrived through the listener. */
export function createOwnWrites() {
  const pending = new Map<string, { commit: OwnCommit; delivery: PromiseWithResolvers<void> }>()

  function end(id: string, commitId: string) {
    const sent = pending.get(id)
    if (sent?.commit.id !== commitId) return
    pending.delete(id)
    sent.delivery.resolve()
  }

  return {
    /** @param answered resolves when the outcome is known */
    sent(id: string, commit: OwnCommit, answered: Promise<void>) {
      pending.get(id)?.delivery.resolve()
      pending.set(id, { commit, delivery: Promise.withResolvers<void>() })
      void answered.then(() => commit.isCommitted || end(id, commit.id))
    },
    arrived(id: string, commitId: string) {
      const sent = pending.get(id)
      // The other writes of the commit have to be waited for from now on.
      if (sent?.commit.id === commitId) sent.commit.isCommitted = true
      end(id, commitId)
    },
    async delivered() {
      const waiting = [...pending].filter(([, { commit }]) => commit.isCommitted)
      if (waiting.length === 0) return
      const timer = new AbortController()
      const late = wait(DELIVERY_TIMEOUT, undefined, { signal: timer.signal }).then(
        () => waiting.forEach(([id, { commit }]) => end(id, commit.id)),
        () => {},
      )
      await Promise.race([Promise.all(waiting.map(([, { delivery }]) => delivery.promise)), late])
      timer.abort()
    },
  }
}
