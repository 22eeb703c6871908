import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, use, useMemo } from 'react'
import { Outlet } from 'react-router-dom'

import { CachedDataContext } from '#client/lib/cached-data.ts'
import { PersonalContext } from '#client/app/data/personal.ts'
import { createQueryClient } from '#client/app/data/query-client.ts'

/**
 * Wraps the screens that load a person's data, and is downloaded with the first of them. The cache lives above it:
 * it survives a visit to a public screen, but not the person's session.
 */
export function Component() {
  const personal = use(PersonalContext)
  personal.cache ??= createQueryClient()
  return (
    <QueryCache client={personal.cache}>
      <Outlet />
    </QueryCache>
  )
}

export function QueryCache({ client, children }: { client: QueryClient; children: ReactNode }) {
  const data = useMemo(
    () => ({
      forgetFailures: () =>
        client.removeQueries({ predicate: (query) => query.state.status === 'error', type: 'inactive' }),
      async reload() {
        // The crash has removed the observers of its queries. Data that other screens show too stay until
        // they are refetched.
        client.removeQueries({ type: 'inactive' })
        await client.refetchQueries({ type: 'active' })
      },
    }),
    [client],
  )
  return (
    <QueryClientProvider client={client}>
      <CachedDataContext value={data}>{children}</CachedDataContext>
    </QueryClientProvider>
  )
}
