import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { programmeApi } from '#shared/programme/api.ts'
import { attachment } from '#server/http/attachment.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'

import type { RosterCommands } from './commands.ts'
import type { RosterService } from './service.ts'

interface Options {
  roster: RosterService
  rosterCommands: RosterCommands
}

/** `/api/events/:eventId/roster` for organisers. */
export const rosterRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { roster, rosterCommands }) => {
  app.get('/:eventId/roster', {
    schema: programmeApi['GET /api/events/:eventId/roster'],
    handler: ({ actor, params, query }) => roster.page(actor, params.eventId, query),
  })

  app.get('/:eventId/turnout', {
    schema: programmeApi['GET /api/events/:eventId/turnout'],
    handler: ({ actor, params }) => roster.turnout(actor, params.eventId),
  })

  app.get('/:eventId/roster.csv', {
    schema: programmeApi['GET /api/events/:eventId/roster.csv'],
    handler: async ({ actor, params }, reply) => {
      const { title, text } = await roster.csv(actor, params.eventId)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment(title, 'csv'))
        .send(text)
    },
  })

  app.get('/:eventId/roster/candidates', {
    schema: programmeApi['GET /api/events/:eventId/roster/candidates'],
    handler: async ({ actor, params, query }) => ({
      items: await rosterCommands.candidates(actor, params.eventId, query.q),
    }),
  })

  app.post('/:eventId/roster/:memberId/addition', {
    config: { headers: IF_MATCH },
    schema: programmeApi['POST /api/events/:eventId/roster/:memberId/addition'],
    handler: (request) =>
      rosterCommands.add(
        request.actor,
        { ...request.params, version: expectedVersion(request) },
        request.body.place,
      ),
  })

  app.post('/:eventId/roster/:memberId/removal', {
    config: { headers: IF_MATCH },
    schema: programmeApi['POST /api/events/:eventId/roster/:memberId/removal'],
    handler: (request) =>
      rosterCommands.remove(
        request.actor,
        { ...request.params, version: expectedVersion(request) },
        request.body.reason,
      ),
  })

  app.post('/:eventId/roster/:memberId/acceptance', {
    config: { headers: IF_MATCH },
    schema: programmeApi['POST /api/events/:eventId/roster/:memberId/acceptance'],
    handler: (request) =>
      rosterCommands.accept(request.actor, { ...request.params, version: expectedVersion(request) }),
  })

  app.post('/:eventId/roster/:memberId/decline', {
    config: { headers: IF_MATCH },
    schema: programmeApi['POST /api/events/:eventId/roster/:memberId/decline'],
    handler: (request) =>
      rosterCommands.decline(
        request.actor,
        { ...request.params, version: expectedVersion(request) },
        request.body,
      ),
  })

  app.post('/:eventId/roster/:memberId/promotion', {
    config: { headers: IF_MATCH },
    schema: programmeApi['POST /api/events/:eventId/roster/:memberId/promotion'],
    handler: (request) =>
      rosterCommands.promote(
        request.actor,
        { ...request.params, version: expectedVersion(request) },
        request.body,
      ),
  })
}
