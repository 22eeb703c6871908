import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'

import { hasUnsent, unsentPrefix } from '#client/lib/offline-queue/entries.ts'
import { deviceStorage, keysUnder } from '#client/lib/storage.ts'

const Unsettled = lazy(async (): Promise<{ default: ComponentType<{ uid: string }> }> => {
  try {
    const queue = await import('#client/features/check-in/queue/QueueNotices.tsx')
    return { default: queue.UnsettledElsewhere }
  } catch {
    // Offline. The next visit downloads it, and nothing is lost.
    return { default: () => null }
  }
})

/** What was noted at a door is sent from wherever its person is by then, who hears there what was not taken. */
export function UnsentCheckIns({ uid }: { uid: string }) {
  // Checked again on every screen: another tab may have stored some.
  useLocation()
  const isInThisTab = useSyncExternalStore(hasUnsent.subscribe, hasUnsent.get)
  if (!isInThisTab && keysUnder(deviceStorage, unsentPrefix(uid)).length === 0) return null
  return (
    <Suspense>
      <Unsettled uid={uid} />
    </Suspense>
  )
}
