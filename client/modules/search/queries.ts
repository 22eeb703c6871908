import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { SECOND } from '#shared/lib/durations.ts'
import { request } from '#client/lib/request.ts'

export const searchResults = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => request('GET /api/search', { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    // The answer depends on what other members change.
    staleTime: 30 * SECOND,
    throwOnError: false,
  })
