import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'

import { ForgetFailures } from '#client/lib/failed-queries.ts'

export function QueryCache({ client, children }: { client: QueryClient; children: ReactNode }) {
  const forgetFailures = useCallback(
    () =>
      client.removeQueries({
        predicate: (query) => query.state.status === 'error' && query.getObserversCount() === 0,
      }),
    [client],
  )
  return (
    <QueryClientProvider client={client}>
      <ForgetFailures value={forgetFailures}>{children}</ForgetFailures>
    </QueryClientProvider>
  )
}
