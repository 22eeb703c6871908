import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import {
  AdminEventPageSchema,
  AdminEventQuerySchema,
  OrganiserChoicesSchema,
  OrganiserEditSchema,
  OrganiserOutcomeSchema,
  OrganiserQuerySchema,
} from '#shared/admin-events.ts'
import { IdSchema } from '#shared/page.ts'
import type { Actor } from '#server/features/session/types.ts'
import { expectedVersion, IF_MATCH } from '#server/http/if-match.ts'

import type { AdminEvents } from './service.ts'

interface Options {
  events: AdminEvents & {
    reassign: (
      actor: Actor,
      eventId: string,
      version: number,
      organiser: string,
    ) => Promise<{ version: number; organiser: string }>
  }
}

/** `/api/admin/events`. Everything else about an event, admins do like its organisers. */
export const adminEventRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { events }) => {
  app.get('/', {
    schema: {
      summary: 'List all events',
      querystring: AdminEventQuerySchema,
      response: { 200: AdminEventPageSchema },
    },
    handler: ({ actor, query }) => events.page(actor, query),
  })

  app.get('/organisers', {
    schema: {
      summary: 'Find members who can organise events',
      querystring: OrganiserQuerySchema,
      response: { 200: OrganiserChoicesSchema },
    },
    handler: async ({ actor, query }) => ({ items: await events.organisers(actor, query.q) }),
  })

  app.put('/:eventId/organiser', {
    config: { headers: IF_MATCH },
    schema: {
      summary: 'Choose another organiser for an event',
      params: Type.Object({ eventId: IdSchema }),
      body: OrganiserEditSchema,
      response: { 200: OrganiserOutcomeSchema },
    },
    handler: (request) =>
      events.reassign(
        request.actor,
        request.params.eventId,
        expectedVersion(request),
        request.body.organiser,
      ),
  })
}
