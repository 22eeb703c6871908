import { useSyncExternalStore } from 'react'

import * as m from '#shared/app/messages.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { reachable } from '#client/lib/http.ts'

import styles from './banner.module.css'

/** Disappears automatically, since failed requests are retried. A form reports its own sign-in. */
export function ConnectionBanner() {
  const auth = useAuth()
  const isReachable = useSyncExternalStore(reachable.subscribe, reachable.get, reachable.get)
  return (
    <output>
      {!isReachable && <p className={styles.banner}>{m.unreachable()}</p>}
      {isReachable && auth.state === 'loading' && auth.outage && !auth.outage.isSignIn && (
        <p className={styles.banner}>{m.signInUnreachable()}</p>
      )}
    </output>
  )
}
