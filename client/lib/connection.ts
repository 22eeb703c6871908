import { DATA_CACHE } from '#shared/lib/request-limits.ts'

import { createBackoff } from './storage/backoff.ts'
import { reachable } from './http.ts'
import { requestOnce } from './request.ts'

/** Updates `reachable`, which requests do: only they, not files, show whether the server answers. Never throws. */
export const checkServer = () => requestOnce('GET /api/session').catch(() => undefined)

/** When the server stops answering, polls it until it answers again. @returns a function that stops it */
export function watchConnection() {
  const backoff = createBackoff({ delays: DATA_CACHE, now: Date.now })
  let nextTry: ReturnType<typeof setTimeout> | undefined

  function poll() {
    clearTimeout(nextTry)
    nextTry = undefined
    void checkServer().finally(() => {
      // Otherwise a change in the meantime has scheduled the next.
      if (nextTry === undefined) pollLater()
    })
  }

  function pollLater() {
    clearTimeout(nextTry)
    nextTry = undefined
    if (reachable.get()) backoff.succeed()
    else nextTry = setTimeout(poll, backoff.fail())
  }

  // The browser's online state is only a hint: a server on this machine answers without a network.
  addEventListener('offline', poll)
  addEventListener('online', poll)
  const unsubscribe = reachable.subscribe(pollLater)

  return () => {
    clearTimeout(nextTry)
    unsubscribe()
    removeEventListener('offline', poll)
    removeEventListener('online', poll)
  }
}
