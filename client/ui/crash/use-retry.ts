import { useQueryErrorResetBoundary } from '@tanstack/react-query'

import { isStaleChunk } from '#client/lib/error-log/noise.ts'

import type { Crash } from './CrashBoundary.tsx'

/**
 * What a retry takes besides showing it again: a failed query throws its old error until told otherwise, and a file
 * that did not load stays missing for as long as the page does.
 */
export function useRetry({ error, retry }: Crash) {
  const { reset } = useQueryErrorResetBoundary()
  if (isStaleChunk(error)) return () => location.reload()
  return () => {
    reset()
    retry()
  }
}
