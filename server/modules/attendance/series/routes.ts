import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { eventsApi } from '#shared/events/api.ts'

import type { SeriesService } from './service.ts'

/** `/api/events/:eventId/series` for every member. */
export const seriesRsvpRoutes: FastifyPluginAsyncTypebox<{ series: SeriesService }> = async (
  app,
  { series },
) => {
  app.get('/:eventId/series', {
    schema: eventsApi['GET /api/events/:eventId/series'],
    handler: ({ actor, params }) => series.details(actor, params.eventId),
  })

  app.put('/:eventId/series/rsvp', {
    schema: eventsApi['PUT /api/events/:eventId/series/rsvp'],
    handler: ({ actor, params, body }) => series.join(actor, params.eventId, body),
  })

  app.delete('/:eventId/series/rsvp', {
    schema: eventsApi['DELETE /api/events/:eventId/series/rsvp'],
    handler: ({ actor, params }) => series.leave(actor, params.eventId),
  })
}
