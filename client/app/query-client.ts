import { onlineManager, QueryClient } from '@tanstack/react-query'

import { reachable } from '#client/lib/connection.ts'
import { OfflineError, ProblemError } from '#client/lib/request.ts'
import { DATA_CACHE } from '#shared/constants.ts'

/**
 * A refusal (4xx) would only be repeated, and would keep people waiting for its screen: retries are for no answer
 * and for 5xx. What is retried may already have been done, so every command must be safe to send twice.
 */
const isWorthRetrying = (error: Error) =>
  error instanceof OfflineError || (error instanceof ProblemError && error.status >= 500)

const retryUpTo = (retries: number) => (failures: number, error: Error) =>
  failures < retries && isWorthRetrying(error)

const retryDelay = (failures: number) =>
  Math.min(DATA_CACHE.firstRetryDelay * 2 ** failures, DATA_CACHE.longestRetryDelay)

/** No session, not allowed, not there: the whole screen says so, unless it still has something to show. */
const hasScreenOfItsOwn = (error: Error) =>
  error instanceof ProblemError && [401, 403, 404].includes(error.status)

/** A server out of reach is as good as no network: queries wait for it, and then go on by themselves. */
onlineManager.setEventListener((setOnline) => {
  const tell = () => setOnline(reachable.get())
  tell()
  return reachable.subscribe(tell)
})

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: DATA_CACHE.freshFor,
        gcTime: DATA_CACHE.keptFor,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        retry: retryUpTo(DATA_CACHE.queryRetries),
        retryDelay,
        throwOnError: (error, query) => query.state.data === undefined && hasScreenOfItsOwn(error),
      },
      mutations: {
        retry: retryUpTo(DATA_CACHE.mutationRetries),
        retryDelay,
        // Without a network a command must fail aloud; by default it would wait in silence.
        networkMode: 'always',
      },
    },
  })
