import { onlineManager, QueryClient } from '@tanstack/react-query'

import { isStaleClient, isWorthRepeating, ProblemError } from '#client/lib/request-errors.ts'
import { reachable } from '#client/lib/http.ts'
import { DATA_CACHE } from '#shared/lib/request-limits.ts'

/** Repeating a 4xx would only keep people waiting. */
const retry = (failures: number, error: Error) =>
  failures < DATA_CACHE.queryRetries && isWorthRepeating(error)

const retryDelay = (failures: number) =>
  Math.min(DATA_CACHE.firstRetryDelay * 2 ** failures, DATA_CACHE.longestRetryDelay)

/** 401, 403, 404 and an outdated page replace the whole screen, unless it still has data to show. */
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
        retry,
        retryDelay,
        throwOnError: (error, query) => query.state.data === undefined && hasRouteErrorScreen(error),
      },
      mutations: {
        // `request` repeats every write once, including those of forms.
        retry: false,
        // A command must fail visibly while offline; by default it would wait silently.
        networkMode: 'always',
      },
    },
  })
