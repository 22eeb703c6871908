import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { eventsApi } from '#shared/events/api.ts'

import type { RsvpService } from './service.ts'

/** `/api/events/:eventId` for attendees. */
export const rsvpRoutes: FastifyPluginAsyncTypebox<{ rsvps: RsvpService }> = async (app, { rsvps }) => {
  app.put('/:eventId/rsvp', {
    schema: eventsApi['PUT /api/events/:eventId/rsvp'],
    handler: ({ actor, params, body }) => rsvps.respond(actor, params.eventId, body),
  })

  app.get('/hidden-rsvps', {
    schema: eventsApi['GET /api/events/hidden-rsvps'],
    handler: async ({ actor }) => ({ items: await rsvps.ofHiddenEvents(actor) }),
  })

  app.get('/:eventId/attendees', {
    schema: eventsApi['GET /api/events/:eventId/attendees'],
    handler: ({ actor, params, query }) => rsvps.attendees(actor, params.eventId, query),
  })
}
