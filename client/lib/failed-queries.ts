import { createContext, use, useEffect } from 'react'

/**
 * A query that failed while a screen waited for it stores its error and throws it again at the next visit, without a
 * request. The provider of the cache resets such queries; without a cache there are none.
 */
export const ForgetFailures = createContext<() => void>(() => {})

/** For error screens: failed queries are reset when the error screen unmounts, and on demand. */
export function useForgottenFailures() {
  const forget = use(ForgetFailures)
  useEffect(() => forget, [forget])
  return forget
}
