import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { IdSchema } from '#shared/page.ts'
import {
  RosterAdditionSchema,
  RosterCandidateQuerySchema,
  RosterCandidatesSchema,
  RosterOutcomeSchema,
  RosterPageSchema,
  RosterPromotionSchema,
  RosterQuerySchema,
  RosterRemovalSchema,
} from '#shared/roster.ts'
import { attachment } from '#server/http/attachment.ts'
import { expectedVersion, IF_MATCH } from '#server/http/if-match.ts'

import type { RosterCommands } from './commands.ts'
import type { RosterService } from './service.ts'

const CsvSchema = { content: { 'text/csv': { schema: Type.String() } } }
const eventIdParams = Type.Object({ eventId: IdSchema })
const entryParams = Type.Object({ eventId: IdSchema, memberId: IdSchema })
const outcome = { 200: RosterOutcomeSchema }

interface Options {
  roster: RosterService
  rosterCommands: RosterCommands
}

/** `/api/events/:eventId/roster` for organisers. */
export const rosterRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { roster, rosterCommands }) => {
  app.get('/:eventId/roster', {
    schema: {
      summary: 'List an event’s roster',
      params: eventIdParams,
      querystring: RosterQuerySchema,
      response: { 200: RosterPageSchema },
    },
    handler: ({ actor, params, query }) => roster.page(actor, params.eventId, query),
  })

  app.get('/:eventId/roster.csv', {
    schema: {
      summary: 'Download an event’s roster as CSV',
      params: eventIdParams,
      response: { 200: CsvSchema },
    },
    handler: async ({ actor, params }, reply) => {
      const { title, text } = await roster.csv(actor, params.eventId)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment(title, 'csv'))
        .send(text)
    },
  })

  app.get('/:eventId/roster/candidates', {
    schema: {
      summary: 'Find members to add to an event’s roster',
      params: eventIdParams,
      querystring: RosterCandidateQuerySchema,
      response: { 200: RosterCandidatesSchema },
    },
    handler: async ({ actor, params, query }) => ({
      items: await rosterCommands.candidates(actor, params.eventId, query.q),
    }),
  })

  app.post('/:eventId/roster/:memberId/addition', {
    config: { headers: IF_MATCH },
    schema: {
      summary: 'Add a member to an event’s roster',
      params: entryParams,
      body: RosterAdditionSchema,
      response: outcome,
    },
    handler: (request) =>
      rosterCommands.add(
        request.actor,
        { ...request.params, version: expectedVersion(request) },
        request.body.place,
      ),
  })

  app.post('/:eventId/roster/:memberId/removal', {
    config: { headers: IF_MATCH },
    schema: {
      summary: 'Remove a member from an event’s roster',
      params: entryParams,
      body: RosterRemovalSchema,
      response: outcome,
    },
    handler: (request) =>
      rosterCommands.remove(
        request.actor,
        { ...request.params, version: expectedVersion(request) },
        request.body.reason,
      ),
  })

  app.post('/:eventId/roster/:memberId/promotion', {
    config: { headers: IF_MATCH },
    schema: {
      summary: 'Give someone on the waitlist a seat out of turn',
      params: entryParams,
      body: RosterPromotionSchema,
      response: outcome,
    },
    handler: (request) =>
      rosterCommands.promote(
        request.actor,
        { ...request.params, version: expectedVersion(request) },
        request.body,
      ),
  })
}
