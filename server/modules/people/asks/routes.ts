import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { peopleApi } from '#shared/people/api.ts'

import type { AskService } from './service.ts'

/** `/api/asks` */
export const askRoutes: FastifyPluginAsyncTypebox<{ asks: AskService }> = async (app, { asks }) => {
  app.get('/', {
    schema: peopleApi['GET /api/asks'],
    handler: ({ actor, query }) => asks.page(actor.id, query),
  })

  app.get('/own', {
    schema: peopleApi['GET /api/asks/own'],
    handler: ({ actor }) => asks.own(actor.id),
  })
}
