import * as words from '#shared/lib/messages.ts'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { Notice } from '#client/ui/Notice.tsx'

/** Browsers that block cookies for a site block its storage too, and some only that. */
export function BlockedStorage() {
  if (!useHydrated() || isStorageOpen()) return null
  return (
    <Notice tone="danger" title={words.storageBlocked()}>
      {words.storageBlockedText()}
    </Notice>
  )
}

function isStorageOpen() {
  try {
    return navigator.cookieEnabled && localStorage !== null
  } catch {
    return false
  }
}
