import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { EventPageSchema, EventSummarySchema } from '#shared/events.ts'
import { CursorQuerySchema, IdSchema } from '#shared/page.ts'

import type { EventService } from './service.ts'

export const eventRoutes: FastifyPluginAsyncTypebox<{ events: EventService }> = async (app, { events }) => {
  app.get('/', {
    schema: { querystring: CursorQuerySchema, response: { 200: EventPageSchema } },
    handler: ({ query }) => events.upcoming(query.cursor),
  })

  app.get('/:eventId', {
    schema: { params: Type.Object({ eventId: IdSchema }), response: { 200: EventSummarySchema } },
    handler: ({ params }) => events.details(params.eventId),
  })
}
