import { queryOptions } from '@tanstack/react-query'

import type { EventSummary } from '#shared/events.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

export const upcomingEvents = pagedQuery<EventSummary>(['events', 'upcoming'], '/api/events')

export const eventDetails = (eventId: string) =>
  queryOptions({
    queryKey: ['events', 'details', eventId],
    queryFn: ({ signal }) => request<EventSummary>(`/api/events/${encodeURIComponent(eventId)}`, { signal }),
  })
