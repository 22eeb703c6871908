import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { SECOND } from '#shared/lib/durations.ts'
import { request } from '#client/lib/request.ts'

/** @param chapter slug of a chapter, or `MY_CHAPTERS` */
export const searchResults = (q: string, chapter?: string) =>
  queryOptions({
    queryKey: ['search', q, chapter],
    queryFn: ({ signal }) => request('GET /api/search', { query: { q, chapter }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    // The answer depends on what other members change.
    staleTime: 30 * SECOND,
    throwOnError: false,
  })
