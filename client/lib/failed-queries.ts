import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'

/**
 * A query that failed while a screen waited for it keeps its error and throws it at the next visit, without asking
 * again. For what is shown instead of that screen: its failures are forgotten when it goes, and when it says so.
 */
export function useForgottenFailures() {
  const client = useQueryClient()
  const forget = useCallback(
    () =>
      client.removeQueries({
        predicate: (query) => query.state.status === 'error' && query.getObserversCount() === 0,
      }),
    [client],
  )
  useEffect(() => forget, [forget])
  return forget
}
