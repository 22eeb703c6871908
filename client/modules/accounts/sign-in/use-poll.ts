import { useEffect, useEffectEvent } from 'react'

import { SECOND } from '#shared/lib/durations.ts'

/** Milliseconds. Each poll is a request to the identity provider. */
const POLL_EVERY = 4 * SECOND

/** Runs `check` while the page is visible, and at once when the person returns to it from their inbox. */
export function usePoll(check: () => Promise<void>) {
  // If the server is unreachable, the next poll tries again.
  const attempt = useEffectEvent(() => check().catch(() => undefined))
  useEffect(() => {
    let polling = false
    const poll = async () => {
      if (polling || document.visibilityState === 'hidden') return
      polling = true
      await attempt()
      polling = false
    }
    const timer = setInterval(poll, POLL_EVERY)
    document.addEventListener('visibilitychange', poll)
    addEventListener('focus', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
      removeEventListener('focus', poll)
    }
  }, [])
}
