import type { QueryClient } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'

/** @param chapter empty for everyone */
export const suggestions = (chapter: string) =>
  routeQuery(['suggestions', chapter], 'GET /api/suggestions', {
    query: { chapter: chapter || undefined },
  })

export const dismiss = (memberId: string) =>
  request('PUT /api/suggestions/:memberId/dismissal', { params: { memberId } })
export const suggestAgain = (memberId: string) =>
  request('DELETE /api/suggestions/:memberId/dismissal', { params: { memberId } })

export const suggestionsChanged = (cache: QueryClient) =>
  Promise.all([
    cache.invalidateQueries({ queryKey: ['suggestions'] }),
    cache.invalidateQueries({ queryKey: ['dashboard'] }),
  ])
