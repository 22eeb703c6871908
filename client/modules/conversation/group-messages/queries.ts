import { queryOptions } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'

export const groupMessages = (eventId: string) =>
  queryOptions({
    queryKey: ['events', 'group-messages', eventId],
    queryFn: ({ signal }) => request('GET /api/events/:eventId/messages', { params: { eventId }, signal }),
    refetchOnMount: 'always',
  })
