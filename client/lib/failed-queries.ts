import { createContext, use, useEffect } from 'react'

/**
 * A query that failed while a screen waited for it keeps its error and throws it at the next visit, without asking
 * again. Whoever provides the cache says how to forget such failures; where there is none, nothing can have failed.
 */
export const ForgetFailures = createContext<() => void>(() => {})

/** For what is shown instead of a screen: its failures are forgotten when it goes, and when it says so. */
export function useForgottenFailures() {
  const forget = use(ForgetFailures)
  useEffect(() => forget, [forget])
  return forget
}
