import { useState } from 'react'

import * as m from '#shared/lib/messages.ts'
import { useCachedData } from '#client/lib/cached-data.ts'
import { isStaleChunk } from '#client/lib/error-log/noise.ts'

import type { Crash } from './CrashBoundary.tsx'

/** A file that failed to load is missing for the lifetime of the page, so the retry reloads it. */
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
  return { retry: () => void retry(), busy: busy && m.loading() }
}
