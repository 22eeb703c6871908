import { DATA_CACHE } from '#shared/constants.ts'

import { createBackoff } from './offline-queue/backoff.ts'
import { reachable, requestOnce } from './request.ts'

/** When the server stops answering, polls it until it answers again. @returns how to stop */
export function watchConnection() {
  const backoff = createBackoff({ delays: DATA_CACHE, now: Date.now })
  let nextTry: ReturnType<typeof setTimeout> | undefined

  function poll() {
    clearTimeout(nextTry)
    nextTry = undefined
    // `request` records whether there was a response; its content does not matter here.
    void requestOnce('/api/session')
      .catch(() => undefined)
      .finally(() => {
        // Otherwise a change meanwhile has scheduled the next.
        if (nextTry === undefined) pollLater()
      })
  }

  function pollLater() {
    clearTimeout(nextTry)
    nextTry = undefined
    if (reachable.get()) backoff.succeed()
    else nextTry = setTimeout(poll, backoff.fail())
  }

  // The browser's own idea of being online is only a hint: a server on this machine answers without a network.
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
