import { queryOptions } from '@tanstack/react-query'

import { routeQuery } from '#client/lib/route-query.ts'

export const eventDesk = (eventId: string) =>
  queryOptions({
    ...routeQuery(['events', 'desk', eventId], 'GET /api/events/:eventId/desk', { params: { eventId } }),
    refetchOnMount: 'always',
  })

export const eventNumbers = (eventId: string) =>
  queryOptions({
    ...routeQuery(['events', 'numbers', eventId], 'GET /api/events/:eventId/numbers', {
      params: { eventId },
    }),
    refetchOnMount: 'always',
  })

/** Everyone with a seat, for badges and the printed list. */
export const seatedPeople = (eventId: string) =>
  queryOptions({
    ...routeQuery(['events', 'seated', eventId], 'GET /api/events/:eventId/check-in-list', {
      params: { eventId },
      query: {},
    }),
    refetchOnMount: 'always',
  })

export const eventFigures = queryOptions({
  ...routeQuery(['events', 'figures'], 'GET /api/events/figures'),
  refetchOnMount: 'always',
})
