import { routeQuery } from '#client/lib/route-query.ts'

export const eventSeries = (eventId: string) =>
  routeQuery(['events', 'series', eventId], 'GET /api/events/:eventId/series', { params: { eventId } })
