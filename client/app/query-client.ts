import { QueryClient } from '@tanstack/react-query'

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
      },
      mutations: {
        retry: retryUpTo(DATA_CACHE.mutationRetries),
        retryDelay,
        // Offline, a command must say so at once; by default it would wait in silence.
        networkMode: 'always',
      },
    },
  })
