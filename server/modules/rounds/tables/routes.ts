import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { roundsApi } from '#shared/rounds/api.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'

import type { TableService } from './service.ts'

interface Options {
  tables: TableService
}

const config = { headers: IF_MATCH }

/** `/api/events/:eventId/tables` for organisers. */
export const tableRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { tables }) => {
  app.get('/:eventId/tables', {
    schema: roundsApi['GET /api/events/:eventId/tables'],
    handler: ({ actor, params }) => tables.get(actor, params.eventId),
  })

  app.post('/:eventId/tables', {
    // A hundred groups of ten ids.
    bodyLimit: 64 * 1024,
    config,
    schema: roundsApi['POST /api/events/:eventId/tables'],
    handler: (request) =>
      tables.deal(request.actor, request.params.eventId, expectedVersion(request), request.body),
  })

  app.put('/:eventId/tables/people/:memberId', {
    config,
    schema: roundsApi['PUT /api/events/:eventId/tables/people/:memberId'],
    handler: (request) => {
      const { eventId, memberId: member } = request.params
      return tables.move(request.actor, eventId, expectedVersion(request), { ...request.body, member })
    },
  })

  app.put('/:eventId/tables/publication', {
    config,
    schema: roundsApi['PUT /api/events/:eventId/tables/publication'],
    handler: (request) => {
      const { actor, params, body } = request
      return tables.publish(actor, params.eventId, expectedVersion(request), body.isPublished)
    },
  })

  app.get('/:eventId/tables/reasons', {
    schema: roundsApi['GET /api/events/:eventId/tables/reasons'],
    handler: async ({ actor, params, query }) => ({
      items: await tables.reasons(actor, params.eventId, query.round),
    }),
  })
}

/** `/api/events/:eventId/tables/own` for attendees. */
export const ownTableRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { tables }) => {
  app.get('/:eventId/tables/own', {
    schema: roundsApi['GET /api/events/:eventId/tables/own'],
    handler: ({ actor, params }) => tables.own(actor, params.eventId),
  })
}

/** `/api/guests/tables`, for anyone with a guest's link. */
export const guestTableRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { tables }) => {
  app.post('/tables', {
    schema: roundsApi['POST /api/guests/tables'],
    handler: ({ body }) => tables.ofGuest(body.link),
  })
}
