import { queryOptions } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'

export const eventSeries = (eventId: string) =>
  queryOptions({
    queryKey: ['events', 'series', eventId],
    queryFn: ({ signal }) => request('GET /api/events/:eventId/series', { params: { eventId }, signal }),
  })
