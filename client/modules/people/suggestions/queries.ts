import { type QueryClient, queryOptions } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'

export const suggestions = queryOptions({
  queryKey: ['suggestions'],
  queryFn: ({ signal }) => request('GET /api/suggestions', { signal }),
})

export const dismiss = (memberId: string) =>
  request('PUT /api/suggestions/:memberId/dismissal', { params: { memberId } })
export const suggestAgain = (memberId: string) =>
  request('DELETE /api/suggestions/:memberId/dismissal', { params: { memberId } })

export const suggestionsChanged = (cache: QueryClient) =>
  Promise.all([
    cache.invalidateQueries({ queryKey: suggestions.queryKey }),
    cache.invalidateQueries({ queryKey: ['dashboard'] }),
  ])
