import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { IdSchema } from '#shared/page.ts'
import { PushSchema, PushSubscriptionSchema } from '#shared/push.ts'

import type { PushSender } from './sender.ts'
import type { PushService } from './service.ts'

interface Options {
  push: PushService
  sender: PushSender
}

/** `/api/push` */
export const pushRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { push, sender }) => {
  app.addHook('onClose', async () => sender.stop())

  app.get('/', {
    schema: { summary: 'Get where you have push notifications', response: { 200: PushSchema } },
    handler: ({ actor }) => push.own(actor.id),
  })

  app.post('/', {
    schema: {
      summary: 'Switch push notifications on in this browser',
      body: PushSubscriptionSchema,
      response: { 204: Type.Null() },
    },
    handler: async ({ actor, session, body }, reply) => {
      await push.save(actor.id, session.id, body)
      return reply.code(204).send(null)
    },
  })

  app.delete('/:browserId', {
    schema: {
      summary: 'Switch push notifications off in a browser',
      params: Type.Object({ browserId: IdSchema }),
      response: { 204: Type.Null() },
    },
    handler: async ({ actor, params }, reply) => {
      await push.remove(actor.id, params.browserId)
      return reply.code(204).send(null)
    },
  })
}
