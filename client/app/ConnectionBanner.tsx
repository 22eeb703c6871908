import { useSyncExternalStore } from 'react'

import { useAuth } from '#client/lib/auth.tsx'
import { reachable } from '#client/lib/request.ts'

import styles from './banner.module.css'

/** Disappears automatically, since failed requests are retried automatically. */
export function ConnectionBanner() {
  const auth = useAuth()
  const isReachable = useSyncExternalStore(reachable.subscribe, reachable.get)
  return (
    <output>
      {!isReachable && (
        <p className={styles.banner}>
          {navigator.onLine ? 'Can’t reach the server.' : 'You’re offline.'} What you typed is saved, and this
          page reconnects automatically.
        </p>
      )}
      {isReachable && auth.state === 'loading' && auth.unreachable && (
        <p className={styles.banner}>Can’t reach the sign-in service. Retrying…</p>
      )}
    </output>
  )
}
