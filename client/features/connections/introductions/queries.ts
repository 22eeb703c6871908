import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { Introduction } from '#shared/connections.ts'
import { request } from '#client/lib/request.ts'

export const introductions = queryOptions({
  queryKey: ['introductions'],
  queryFn: ({ signal }) => request<{ items: Introduction[] }>('/api/introductions', { signal }),
})

const dismissalUrl = (memberId: string) => `/api/introductions/${encodeURIComponent(memberId)}/dismissal`

export const dismiss = (memberId: string) => request(dismissalUrl(memberId), { method: 'PUT' })
export const suggestAgain = (memberId: string) => request(dismissalUrl(memberId), { method: 'DELETE' })

export const introductionsChanged = (cache: QueryClient) =>
  Promise.all([
    cache.invalidateQueries({ queryKey: introductions.queryKey }),
    cache.invalidateQueries({ queryKey: ['dashboard'] }),
  ])
