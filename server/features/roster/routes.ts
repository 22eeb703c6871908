import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { IdSchema } from '#shared/page.ts'
import { RosterPageSchema, RosterQuerySchema } from '#shared/roster.ts'
import { attachment } from '#server/http/attachment.ts'

import type { RosterService } from './service.ts'

const CsvSchema = { content: { 'text/csv': { schema: Type.String() } } }
const eventIdParams = Type.Object({ eventId: IdSchema })

/** `/api/events/:eventId/roster` for organisers. */
export const rosterRoutes: FastifyPluginAsyncTypebox<{ roster: RosterService }> = async (app, { roster }) => {
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
}
