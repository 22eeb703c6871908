import { DATA_CACHE } from '#shared/constants.ts'

import { reachable } from './connection.ts'
import { createBackoff } from './offline-queue/backoff.ts'
import { requestOnce } from './request.ts'

/** From now on: when the server stops answering, asks it again and again until it does. */
export function watchConnection() {
  const backoff = createBackoff({ delays: DATA_CACHE, now: Date.now })
  let nextTry: ReturnType<typeof setTimeout> | undefined

  function ask() {
    // `request` notes whether there was an answer; which one does not matter here.
    void requestOnce('/api/session')
      .catch(() => undefined)
      .then(askLater)
  }

  function askLater() {
    clearTimeout(nextTry)
    if (reachable.get()) backoff.succeed()
    else nextTry = setTimeout(ask, backoff.fail())
  }

  // The browser's own idea of being online is only a hint: a server on this machine answers without a network.
  addEventListener('offline', ask)
  addEventListener('online', ask)
  const unsubscribe = reachable.subscribe(askLater)

  return () => {
    clearTimeout(nextTry)
    unsubscribe()
    removeEventListener('offline', ask)
    removeEventListener('online', ask)
  }
}
