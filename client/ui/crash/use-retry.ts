import { useState } from 'react'

import { useCachedData } from '#client/lib/cached-data.ts'
import { isStaleChunk } from '#client/lib/error-log/noise.ts'

import type { Crash } from './CrashBoundary.tsx'

/** A file that did not load stays missing for as long as the page does, so that takes a new page. */
export function useRetry(crash: Crash) {
  const { reload } = useCachedData()
  const [busy, setBusy] = useState(false)
  async function retry() {
    if (isStaleChunk(crash.error)) return location.reload()
    if (busy) return
    setBusy(true)
    await reload()
    crash.retry()
  }
  return { retry: () => void retry(), busy: busy && 'Loading…' }
}
