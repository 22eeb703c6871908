import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'

import { unsentPrefix } from '#client/lib/offline-queue/entries.ts'
import { hasUnsent } from '#client/lib/offline-queue/has-unsent.ts'
import { deviceStorage, keysUnder } from '#client/lib/storage.ts'

const FailedCheckIns = lazy(async (): Promise<{ default: ComponentType<{ uid: string }> }> => {
  try {
    const queue = await import('#client/features/check-in/queue/QueueNotices.tsx')
    return { default: queue.FailedCheckInsElsewhere }
  } catch {
    // Without a network, the check-ins stay queued until the next visit.
    return { default: () => null }
  }
})

/** Queued check-ins are sent from any screen, which also shows those that failed. */
export function UnsentCheckIns({ uid }: { uid: string }) {
  // Checked on every screen: another tab may have queued some.
  useLocation()
  const isInThisTab = useSyncExternalStore(hasUnsent.subscribe, hasUnsent.get)
  if (!isInThisTab && keysUnder(deviceStorage, unsentPrefix(uid)).length === 0) return null
  return (
    <Suspense>
      <FailedCheckIns uid={uid} />
    </Suspense>
  )
}
