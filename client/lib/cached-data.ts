import { createContext, use, useEffect } from 'react'

/** Actions of error screens on the data cache above them. */
interface CachedData {
  /**
   * Resets failed queries. A query that failed while a screen waited for it stores its error and throws it again at
   * the next visit, without a request.
   */
  forgetFailures: () => void
  /** Refetches the data, which may have caused the crash. Resolves once the server has answered. */
  reload: () => Promise<void>
}

/** The default for screens without a cache. */
export const CachedDataContext = createContext<CachedData>({ forgetFailures() {}, async reload() {} })

/** Used by error screens: failed queries are reset when the error screen unmounts. */
export function useCachedData() {
  const data = use(CachedDataContext)
  const { forgetFailures } = data
  useEffect(() => forgetFailures, [forgetFailures])
  return data
}
