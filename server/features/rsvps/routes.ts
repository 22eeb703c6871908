import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import {
  AttendeePageSchema,
  HiddenRsvpListSchema,
  RsvpEditSchema,
  RsvpOutcomeSchema,
} from '#shared/events.ts'
import { CursorQuerySchema, IdSchema } from '#shared/page.ts'

import type { RsvpService } from './service.ts'

const eventIdParams = Type.Object({ eventId: IdSchema })

/** `/api/events/:eventId` for attendees. */
export const rsvpRoutes: FastifyPluginAsyncTypebox<{ rsvps: RsvpService }> = async (app, { rsvps }) => {
  app.put('/:eventId/rsvp', {
    schema: {
      summary: 'RSVP to an event',
      params: eventIdParams,
      body: RsvpEditSchema,
      response: { 200: RsvpOutcomeSchema },
    },
    handler: ({ actor, params, body }) => rsvps.respond(actor, params.eventId, body),
  })

  app.get('/hidden-rsvps', {
    schema: {
      summary: 'List your RSVPs to events that admins have hidden',
      response: { 200: HiddenRsvpListSchema },
    },
    handler: async ({ actor }) => ({ items: await rsvps.ofHiddenEvents(actor) }),
  })

  app.get('/:eventId/attendees', {
    schema: {
      summary: 'List an event’s attendees',
      params: eventIdParams,
      querystring: CursorQuerySchema,
      response: { 200: AttendeePageSchema },
    },
    handler: ({ actor, params, query }) => rsvps.attendees(actor.id, params.eventId, query.cursor),
  })
}
