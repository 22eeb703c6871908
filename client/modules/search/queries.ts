import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { SECOND } from '#shared/lib/durations.ts'
import { routeQuery } from '#client/lib/route-query.ts'

/** @param chapter slug of a chapter, or `MY_CHAPTERS` */
export const searchResults = (q: string, chapter?: string) =>
  queryOptions({
    ...routeQuery(['search', q, chapter], 'GET /api/search', { query: { q, chapter } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    // The answer depends on what other members change.
    staleTime: 30 * SECOND,
    throwOnError: false,
  })
