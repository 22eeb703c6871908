import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { Introduction } from '#shared/connections.ts'
import type { Dashboard } from '#shared/dashboard.ts'
import { request } from '#client/lib/request.ts'

export const introductions = queryOptions({
  queryKey: ['introductions'],
  queryFn: ({ signal }) => request<{ items: Introduction[] }>('/api/introductions', { signal }),
})

const dismissalUrl = (memberId: string) => `/api/introductions/${encodeURIComponent(memberId)}/dismissal`

export const dismiss = (memberId: string) => request(dismissalUrl(memberId), { method: 'PUT' })
export const suggestAgain = (memberId: string) => request(dismissalUrl(memberId), { method: 'DELETE' })

/** Takes the person out of sight before the server has answered. */
export function hideIntroduction(cache: QueryClient, memberId: string) {
  cache.setQueryData(
    introductions.queryKey,
    (data) => data && { items: data.items.filter(({ member }) => member.id !== memberId) },
  )
  cache.setQueryData<Dashboard>(['dashboard'], (data) => {
    if (data?.introduction?.member.id !== memberId) return data
    const { introduction: _, ...rest } = data
    return rest
  })
}

export const introductionsChanged = (cache: QueryClient) =>
  Promise.all([
    cache.invalidateQueries({ queryKey: introductions.queryKey }),
    cache.invalidateQueries({ queryKey: ['dashboard'] }),
  ])
