import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { peopleApi } from '#shared/people/api.ts'

import type { AskFulfilment } from './fulfilment.ts'
import type { AskService } from './service.ts'

interface Options {
  asks: AskService
  fulfilment: AskFulfilment
}

/** `/api/asks` */
export const askRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { asks, fulfilment }) => {
  app.get('/', {
    schema: peopleApi['GET /api/asks'],
    handler: ({ actor, query }) => asks.page(actor, query),
  })

  app.get('/own', {
    schema: peopleApi['GET /api/asks/own'],
    handler: ({ actor }) => asks.own(actor.id),
  })

  app.get('/fulfilled', {
    schema: peopleApi['GET /api/asks/fulfilled'],
    handler: ({ actor }) => fulfilment.list(actor),
  })

  app.get('/:askId/helpers', {
    schema: peopleApi['GET /api/asks/:askId/helpers'],
    handler: ({ actor, params }) => fulfilment.helpers(actor, params.askId),
  })

  app.post('/:askId/fulfilment', {
    schema: peopleApi['POST /api/asks/:askId/fulfilment'],
    async handler({ actor, params, body }, reply) {
      await fulfilment.fulfil(actor, params.askId, body)
      return reply.code(204).send(null)
    },
  })

  app.delete('/:askId/fulfilment', {
    schema: peopleApi['DELETE /api/asks/:askId/fulfilment'],
    async handler({ actor, params }, reply) {
      await fulfilment.remove(actor, params.askId)
      return reply.code(204).send(null)
    },
  })

  app.put('/:askId/helper', {
    schema: peopleApi['PUT /api/asks/:askId/helper'],
    async handler({ actor, params, body }, reply) {
      await fulfilment.answer(actor, params.askId, body.isNamed)
      return reply.code(204).send(null)
    },
  })
}
