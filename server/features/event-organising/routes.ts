import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import {
  CheckInCodeSchema,
  CheckInListSchema,
  CheckInResultsSchema,
  CheckInsSchema,
  RosterPageSchema,
  RosterQuerySchema,
} from '#shared/event-organising.ts'
import { IdSchema } from '#shared/page.ts'
import { attachment } from '#server/http/attachment.ts'

import type { EventOrganising } from './service.ts'

const CsvSchema = { content: { 'text/csv': { schema: Type.String() } } }
const ofEvent = Type.Object({ eventId: IdSchema })

/** `/api/events/:eventId`: what those who take part get from those who organise. */
export const organisedEventRoutes: FastifyPluginAsyncTypebox<{ organising: EventOrganising }> = async (
  app,
  { organising: { checkIn } },
) => {
  app.get('/:eventId/check-in-code', {
    schema: { params: ofEvent, response: { 200: CheckInCodeSchema } },
    handler: async ({ actor, params }) => ({ code: await checkIn.code(actor, params.eventId) }),
  })
}

/** `/api/events/:eventId` for those who organise it. */
export const eventOrganisingRoutes: FastifyPluginAsyncTypebox<{ organising: EventOrganising }> = async (
  app,
  { organising: { roster, checkIn } },
) => {
  app.get('/:eventId/roster', {
    schema: { params: ofEvent, querystring: RosterQuerySchema, response: { 200: RosterPageSchema } },
    handler: ({ actor, params, query }) => roster.page(actor, params.eventId, query),
  })

  app.get('/:eventId/roster.csv', {
    schema: { params: ofEvent, response: { 200: CsvSchema } },
    handler: async ({ actor, params }, reply) => {
      const { title, text } = await roster.csv(actor, params.eventId)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment(title, 'csv'))
        .send(text)
    },
  })

  app.get('/:eventId/check-in-list', {
    schema: { params: ofEvent, response: { 200: CheckInListSchema } },
    handler: async ({ actor, params }) => ({ items: await checkIn.list(actor, params.eventId) }),
  })

  app.post('/:eventId/check-ins', {
    // 200 codes with their times.
    bodyLimit: 64 * 1024,
    schema: { params: ofEvent, body: CheckInsSchema, response: { 200: CheckInResultsSchema } },
    handler: async ({ actor, params, body }) => ({
      items: await checkIn.checkIn(actor, params.eventId, body.items),
    }),
  })

  app.delete('/:eventId/check-ins/:memberId', {
    schema: {
      params: Type.Object({ eventId: IdSchema, memberId: IdSchema }),
      response: { 204: Type.Null() },
    },
    handler: async ({ actor, params }, reply) => {
      await checkIn.undo(actor, params.eventId, params.memberId)
      return reply.code(204).send(null)
    },
  })
}
