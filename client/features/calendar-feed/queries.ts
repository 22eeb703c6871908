import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { CalendarFeed, NewCalendarFeed } from '#shared/calendar.ts'
import { request } from '#client/lib/request.ts'

const FEED = '/api/calendar-feed'

export const calendarFeed = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: ({ signal }) => request<CalendarFeed>(FEED, { signal }),
  // Each look may find that a calendar has fetched it since.
  staleTime: 0,
})

/** The address that was there before, if any, ends. Sent twice, the second one's holds. */
export function useNewFeed() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => request<NewCalendarFeed>(FEED, { method: 'POST' }),
    onSuccess: ({ createdAt = '' }) => cache.setQueryData(calendarFeed.queryKey, { createdAt }),
  })
}

export function useFeedRemoval() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => request(FEED, { method: 'DELETE' }),
    onSuccess: () => cache.setQueryData(calendarFeed.queryKey, {}),
  })
}
