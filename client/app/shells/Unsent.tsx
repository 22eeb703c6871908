import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'

import { unsentPrefix } from '#client/lib/offline-queue/entries.ts'
import { type UnsentKind, unsentKinds } from '#client/lib/offline-queue/has-unsent.ts'
import { deviceStorage, keysUnder } from '#client/lib/storage/storage.ts'
import { keysOf } from '#shared/lib/records.ts'

type Queue = ComponentType<{ uid: string }>

const queue = (load: () => Promise<Queue>) =>
  lazy(async (): Promise<{ default: Queue }> => {
    try {
      return { default: await load() }
    } catch {
      // Without a network, its entries stay queued until the next visit.
      return { default: () => null }
    }
  })

const QUEUES: Readonly<Record<UnsentKind, Queue>> = {
  'check-in': queue(
    async () =>
      (await import('#client/modules/attendance/check-in/QueueNotices.tsx')).FailedCheckInsElsewhere,
  ),
  rsvp: queue(async () => (await import('#client/modules/attendance/rsvps/unsent/SentRsvps.tsx')).SentRsvps),
}

/** Queued changes are sent from any screen, which also shows those that failed. */
export function Unsent({ uid }: { uid: string }) {
  // Checked on every screen: another tab may have queued some.
  useLocation()
  const inThisTab = useSyncExternalStore(unsentKinds.subscribe, unsentKinds.get)
  const isUnsent = (kind: UnsentKind) =>
    inThisTab.has(kind) || keysUnder(deviceStorage, `${unsentPrefix(uid)}${kind}:`).length > 0
  return keysOf(QUEUES)
    .filter(isUnsent)
    .map((kind) => {
      const Kind = QUEUES[kind]
      return (
        <Suspense key={kind}>
          <Kind uid={uid} />
        </Suspense>
      )
    })
}
