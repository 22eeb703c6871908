import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import * as m from '#shared/events/messages.ts'
import { programmeApi } from '#shared/programme/api.ts'
import { attachment } from '#server/http/attachment.ts'

import type { EventFigureService } from './figures.ts'
import type { DeskService } from './service.ts'

const CSV = 'text/csv; charset=utf-8'

/** `/api/events/:eventId/desk` for everyone who can edit the event. */
export const deskRoutes: FastifyPluginAsyncTypebox<{ desk: DeskService }> = async (app, { desk }) => {
  app.get('/:eventId/desk', {
    schema: programmeApi['GET /api/events/:eventId/desk'],
    handler: ({ actor, params }) => desk.get(actor, params.eventId),
  })

  app.get('/:eventId/numbers', {
    schema: programmeApi['GET /api/events/:eventId/numbers'],
    handler: ({ actor, params }) => desk.numbers(actor, params.eventId),
  })

  app.get('/:eventId/numbers.csv', {
    schema: programmeApi['GET /api/events/:eventId/numbers.csv'],
    handler: async ({ actor, params }, reply) => {
      const { title, text } = await desk.numbersCsv(actor, params.eventId)
      return reply.type(CSV).header('content-disposition', attachment(title, 'csv')).send(text)
    },
  })
}

/** `/api/events/figures` for organisers. */
export const eventFigureRoutes: FastifyPluginAsyncTypebox<{ eventFigures: EventFigureService }> = async (
  app,
  { eventFigures },
) => {
  app.get('/figures', {
    schema: programmeApi['GET /api/events/figures'],
    handler: ({ actor }) => eventFigures.get(actor),
  })

  app.get('/figures.csv', {
    schema: programmeApi['GET /api/events/figures.csv'],
    handler: async ({ actor, query }, reply) => {
      const text = await eventFigures.csv(actor, query.table)
      return reply
        .type(CSV)
        .header('content-disposition', attachment(m.deskFiguresFile({ table: query.table }), 'csv'))
        .send(text)
    },
  })
}
