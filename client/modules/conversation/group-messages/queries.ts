import { queryOptions } from '@tanstack/react-query'

import { routeQuery } from '#client/lib/route-query.ts'

export const groupMessages = (eventId: string) =>
  queryOptions({
    ...routeQuery(['events', 'group-messages', eventId], 'GET /api/events/:eventId/messages', {
      params: { eventId },
    }),
    refetchOnMount: 'always',
  })
