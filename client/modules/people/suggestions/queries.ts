import type { QueryClient } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'

export const suggestions = routeQuery(['suggestions'], 'GET /api/suggestions')

export const dismiss = (memberId: string) =>
  request('PUT /api/suggestions/:memberId/dismissal', { params: { memberId } })
export const suggestAgain = (memberId: string) =>
  request('DELETE /api/suggestions/:memberId/dismissal', { params: { memberId } })

export const suggestionsChanged = (cache: QueryClient) =>
  Promise.all([
    cache.invalidateQueries({ queryKey: suggestions.queryKey }),
    cache.invalidateQueries({ queryKey: ['dashboard'] }),
  ])
