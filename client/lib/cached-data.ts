import { createContext, use, useEffect } from 'react'

/** Actions of error screens on the data cache above them. */
interface CachedData {
  /**
   * A query that failed while a screen waited for it stores its error and throws it again at the next visit, without a
   * request. This resets such queries.
   */
  forgetFailures: () => void
  /** Asks the server again: what crashed may have done so over data that it was given. Resolves once it has answered. */
  reload: () => Promise<void>
}

/** Without a cache there is nothing to do. */
export const CachedDataContext = createContext<CachedData>({ forgetFailures() {}, async reload() {} })

/** For error screens: failed queries are reset when the error screen unmounts. */
export function useCachedData() {
  const data = use(CachedDataContext)
  const { forgetFailures } = data
  useEffect(() => forgetFailures, [forgetFailures])
  return data
}
