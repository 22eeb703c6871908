import { useSyncExternalStore } from 'react'

import { useAuth } from '#client/lib/auth.tsx'
import { reachable } from '#client/lib/request.ts'

import styles from './banner.module.css'

/** Disappears automatically, since failed requests are retried automatically. A form reports its own sign-in. */
export function ConnectionBanner() {
  const auth = useAuth()
  const isReachable = useSyncExternalStore(reachable.subscribe, reachable.get)
  return (
    <output>
      {!isReachable && (
        <p className={styles.banner}>Can’t reach the server. What you typed is kept. Reconnecting…</p>
      )}
      {isReachable && auth.state === 'loading' && auth.outage && !auth.outage.isSignIn && (
        <p className={styles.banner}>Can’t reach the sign-in service. Reconnecting…</p>
      )}
    </output>
  )
}
