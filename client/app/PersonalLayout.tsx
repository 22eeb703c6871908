import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, use, useCallback } from 'react'
import { Outlet } from 'react-router-dom'

import { ForgetFailures } from '#client/lib/failed-queries.ts'

import { PersonalContext } from './personal.ts'
import { createQueryClient } from './query-client.ts'

/**
 * Around the screens that load a person's data, and downloaded with the first of them. The cache is stored above: it
 * survives a visit to a public screen, but not the person's session.
 */
export const Component = () => (
  <PersonalCache>
    <Outlet />
  </PersonalCache>
)

export function PersonalCache({ children }: { children: ReactNode }) {
  const personal = use(PersonalContext)
  personal.cache ??= createQueryClient()
  return <QueryCache client={personal.cache}>{children}</QueryCache>
}

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
