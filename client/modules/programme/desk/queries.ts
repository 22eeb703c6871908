import { queryOptions } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'

export const eventDesk = (eventId: string) =>
  queryOptions({
    queryKey: ['events', 'desk', eventId],
    queryFn: ({ signal }) => request('GET /api/events/:eventId/desk', { params: { eventId }, signal }),
    refetchOnMount: 'always',
  })

export const eventNumbers = (eventId: string) =>
  queryOptions({
    queryKey: ['events', 'numbers', eventId],
    queryFn: ({ signal }) => request('GET /api/events/:eventId/numbers', { params: { eventId }, signal }),
    refetchOnMount: 'always',
  })

/** Everyone with a seat, for badges and the printed list. */
export const seatedPeople = (eventId: string) =>
  queryOptions({
    queryKey: ['events', 'seated', eventId],
    queryFn: ({ signal }) =>
      request('GET /api/events/:eventId/check-in-list', { params: { eventId }, query: {}, signal }),
    refetchOnMount: 'always',
  })

export const eventFigures = queryOptions({
  queryKey: ['events', 'figures'],
  queryFn: ({ signal }) => request('GET /api/events/figures', { signal }),
  refetchOnMount: 'always',
})
