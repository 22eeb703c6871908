import { useSyncExternalStore } from 'react'

import { useAuth } from '#client/lib/auth.tsx'
import { reachable } from '#client/lib/connection.ts'

import styles from './ConnectionBanner.module.css'

/** Goes away by itself, since what failed is asked for again by itself. */
export function ConnectionBanner() {
  const auth = useAuth()
  const serverAnswers = useSyncExternalStore(reachable.subscribe, reachable.get)
  return (
    <output>
      {!serverAnswers && (
        <p className={styles.banner}>
          We cannot reach the server. What you typed is kept, and this page goes on by itself once it is back.
        </p>
      )}
      {serverAnswers && auth.state === 'loading' && auth.unreachable && (
        <p className={styles.banner}>We cannot reach the sign-in service. We keep trying.</p>
      )}
    </output>
  )
}
