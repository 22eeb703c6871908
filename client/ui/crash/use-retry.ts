import { isStaleChunk } from '#client/lib/error-log/noise.ts'
import { useForgottenFailures } from '#client/lib/failed-queries.ts'

import type { Crash } from './CrashBoundary.tsx'

/** A file that did not load stays missing for as long as the page does, so that takes a new page. */
export function useRetry({ error, retry }: Crash) {
  const forgetFailures = useForgottenFailures()
  if (isStaleChunk(error)) return () => location.reload()
  return () => {
    forgetFailures()
    retry()
  }
}
