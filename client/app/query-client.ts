import { onlineManager, QueryClient } from '@tanstack/react-query'

import { isStaleClient, reachable, OfflineError, ProblemError } from '#client/lib/request.ts'
import { DATA_CACHE } from '#shared/constants.ts'

/**
 * A 4xx would only be repeated, and would keep people waiting: retries are for network errors and 5xx. A
 * retried command may already have been carried out, so every command must be safe to send twice.
 */
const isWorthRetrying = (error: Error) =>
  error instanceof OfflineError ||
  (error instanceof ProblemError && error.status >= 500 && !isStaleClient(error))

const retryUpTo = (retries: number) => (failures: number, error: Error) =>
  failures < retries && isWorthRetrying(error)

const retryDelay = (failures: number) =>
  Math.min(DATA_CACHE.firstRetryDelay * 2 ** failures, DATA_CACHE.longestRetryDelay)

/** 401, 403, 404 and a page out of date replace the whole screen, unless it still has data to show. */
const hasRouteErrorScreen = (error: Error) =>
  isStaleClient(error) || (error instanceof ProblemError && [401, 403, 404].includes(error.status))

/** An unreachable server counts as offline: queries pause, and resume when it is reachable again. */
onlineManager.setEventListener((setOnline) => {
  const update = () => setOnline(reachable.get())
  update()
  return reachable.subscribe(update)
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
        throwOnError: (error, query) => query.state.data === undefined && hasRouteErrorScreen(error),
      },
      mutations: {
        retry: retryUpTo(DATA_CACHE.mutationRetries),
        retryDelay,
        // Offline, a command must fail visibly; by default it would wait silently.
        networkMode: 'always',
      },
    },
  })
